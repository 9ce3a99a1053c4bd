import { useEffect, useRef } from 'preact/hooks';
import type { CatalogueTool } from './catalogue.ts';

interface ConfirmCallProps {
  readonly tool: CatalogueTool;
  readonly args: Readonly<Record<string, unknown>>;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

const LONGEST_SHOWN = 200;

/** Asks before a call that may destroy something. */
export function ConfirmCall({ tool, args, onConfirm, onClose }: ConfirmCallProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  const confirm = () => {
    // Closing gives the focus back to where it was.
    dialog.current?.close();
    onConfirm();
  };
  return (
    <dialog ref={dialog} class="confirm-call" aria-labelledby="confirm-title" onClose={onClose}>
      <h2 id="confirm-title">Call {tool.name}?</h2>
      <p>This tool may replace or delete what is there, and there is no way back from here.</p>
      <dl class="confirm-arguments">
        {Object.entries(args).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{shown(value)}</dd>
          </div>
        ))}
      </dl>
      <div class="tool-buttons">
        <button type="button" class="button" onClick={() => dialog.current?.close()}>
          Do not call
        </button>
        <button type="button" class="button danger" onClick={confirm}>
          Call {tool.name}
        </button>
      </div>
    </dialog>
  );
}

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
