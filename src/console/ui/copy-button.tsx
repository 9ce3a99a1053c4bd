import { useState } from 'preact/hooks';

interface CopyButtonProps {
  readonly text: string | (() => string);
  readonly label?: string;
  /** What is copied, for those who cannot see what the button stands beside. */
  readonly of?: string;
}

/** Copies a text; says so for a moment. */
export function CopyButton({ text, label = 'Copy', of }: CopyButtonProps) {
  const [said, setSaid] = useState('');
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setSaid('Copied');
    } catch {
      setSaid('Select it and copy by hand');
    }
    setTimeout(() => setSaid(''), 2000);
  };
  return (
    <button type="button" class="button small copy-button" onClick={() => void copy()}>
      <span aria-live="polite">{said || label}</span>
      {of && <span class="visually-hidden"> {of}</span>}
    </button>
  );
}
