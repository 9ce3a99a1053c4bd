import { useState } from 'preact/hooks';

/** Copies a text; says so for a moment. */
export function CopyButton({ text, label = 'Copy' }: { text: string | (() => string); label?: string }) {
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
    </button>
  );
}
