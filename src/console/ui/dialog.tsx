import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';

interface DialogProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** A box in front of the page. Escape closes it, and the focus goes back to where it was. */
export function Dialog({ title, onClose, children, class: kind = '' }: DialogProps) {
  const box = useRef<HTMLDialogElement>(null);
  const id = useId();
  // At once: the next key may be meant for it.
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    // To close it gives the focus back.
    return () => dialog?.close();
  }, []);
  const onCancel = (event: Event) => {
    event.preventDefault();
    onClose();
  };
  const onClick = (event: Event) => {
    // Only the backdrop is the dialog itself; all else is inside of it.
    if (event.target === box.current) onClose();
  };
  return (
    <dialog ref={box} class={kind} aria-labelledby={id} onCancel={onCancel} onClick={onClick}>
      <div class="dialog-inner">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  );
}
