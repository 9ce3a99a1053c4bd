import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { counted } from './format.ts';

const STEP_ENTRIES = 100;
const STEP_CHARS = 400;
/** Below this many entries, a list or object within the first levels is open from the start. */
const OPEN_ENTRIES = 20;
const OPEN_DEPTH = 2;
const BEGINNING_CHARS = 100;

/** A value as a tree that folds. Only what is open is in the page. */
export function JsonTree({ value }: { value: unknown }) {
  return (
    <div class="json-tree">
      <Branch value={value} depth={0} />
    </div>
  );
}

function Branch({ name, value, depth }: { name?: string; value: unknown; depth: number }) {
  const key = name === undefined ? null : <span class="json-key">{name}: </span>;
  if (typeof value !== 'object' || value === null)
    return (
      <div class="json-leaf">
        {key}
        <Leaf value={value} />
      </div>
    );
  const entries = Object.entries(value);
  return <Fold {...{ label: key, value, entries, depth }} />;
}

interface FoldProps {
  readonly label: ComponentChildren;
  readonly value: object;
  readonly entries: readonly (readonly [string, unknown])[];
  readonly depth: number;
}

function Fold({ label, value, entries, depth }: FoldProps) {
  const [open, setOpen] = useState(depth < OPEN_DEPTH && (depth === 0 || entries.length <= OPEN_ENTRIES));
  const [shown, setShown] = useState(STEP_ENTRIES);
  const isList = Array.isArray(value);
  const size = counted(entries.length, isList ? 'item' : 'field');
  return (
    <details class="json-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {label}
        <span class="json-size">
          {isList ? '[' : '{'} {size} {isList ? ']' : '}'}
        </span>
        {!open && <span class="json-beginning">{beginning(entries, isList)}</span>}
      </summary>
      {open && (
        <div class="json-children">
          {entries.slice(0, shown).map(([name, child]) => (
            <Branch key={name} name={name} value={child} depth={depth + 1} />
          ))}
          {entries.length > shown && (
            <button type="button" class="button small" onClick={() => setShown(shown + STEP_ENTRIES * 5)}>
              Show more of {size}
            </button>
          )}
        </div>
      )}
    </details>
  );
}

/** What is in a branch that is folded, as far as it fits into a line. */
function beginning(entries: FoldProps['entries'], isList: boolean): string {
  const plain = entries.slice(0, 8).filter(([, value]) => typeof value !== 'object' || value === null);
  const shown = plain.map(([name, value]) => {
    const text = typeof value === 'string' ? value.slice(0, BEGINNING_CHARS) : String(value);
    return isList ? text : `${name}: ${text}`;
  });
  return shown.join(', ').slice(0, BEGINNING_CHARS);
}

function Leaf({ value }: { value: unknown }) {
  const [shown, setShown] = useState(STEP_CHARS);
  if (typeof value !== 'string') return <span class={`token ${tokenOf(value)}`}>{String(value)}</span>;
  const rest = value.length - shown;
  return (
    <>
      <span class="token string">
        {JSON.stringify(value.slice(0, shown)).slice(0, rest > 0 ? -1 : undefined)}
        {rest > 0 && '…'}
      </span>
      {rest > 0 && (
        <button type="button" class="button small quiet" onClick={() => setShown(shown * 50)}>
          {counted(rest, 'more character')}
        </button>
      )}
    </>
  );
}

function tokenOf(value: unknown): string {
  return typeof value === 'number' ? 'number' : 'boolean';
}
