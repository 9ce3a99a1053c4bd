import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { guardRoute } from '../../../router.ts';
import { Dialog } from '../../../ui/dialog.tsx';

interface LeaveGuardProps {
  readonly isOn: boolean;
  readonly isSaving: boolean;
  readonly onDiscard: () => void;
}

/**
 * Asks before one leaves what is not saved; what is being saved is waited for, without a question. The page does not learn of the new address
 * before that is settled.
 */
export function LeaveGuard({ isOn, isSaving, onDiscard }: LeaveGuardProps) {
  const [target, setTarget] = useState<string>();
  const isLeaving = useRef(false);
  // At once: the next address may come before the next picture.
  useLayoutEffect(() => {
    if (!isOn) return;
    const here = location.hash;
    return guardRoute((wanted) => {
      if (wanted === here) return false;
      if (isLeaving.current) {
        // Only this once: who is back before the page has changed is asked again.
        isLeaving.current = false;
        return false;
      }
      // A new entry, so that going back stays possible.
      history.pushState(null, '', here);
      setTarget(wanted);
      return true;
    });
  }, [isOn]);

  const isSettled = target !== undefined && !isOn;
  useEffect(() => {
    if (!isSettled) return;
    setTarget(undefined);
    location.hash = target;
  }, [isSettled]);

  if (target === undefined || isSettled || isSaving) return null;
  const leave = () => {
    isLeaving.current = true;
    setTarget(undefined);
    location.hash = target;
  };
  const discard = () => {
    onDiscard();
    leave();
  };
  return (
    <Dialog title="Your changes are not saved" onClose={() => setTarget(undefined)}>
      <p>You can come back to them as long as this tab is open, or give them up.</p>
      <div class="form-actions">
        <button type="button" class="button primary" onClick={() => setTarget(undefined)}>
          Stay here
        </button>
        <button type="button" class="button" onClick={leave}>
          Leave, keep them
        </button>
        <button type="button" class="button danger" onClick={discard}>
          Discard them
        </button>
      </div>
    </Dialog>
  );
}
