import { MODE_NAMES, ROUNDING_MODES, type RoundingMode } from './money-state.ts';
import type { EditedItems } from './use-edited.ts';

interface RoundingTableProps {
  readonly edited: EditedItems;
  readonly rounding: RoundingMode;
  readonly onSelect: (mode: RoundingMode) => void;
}

/** The same amount in all eight modes; what differs from the chosen one is marked. */
export function RoundingTable({ edited: { byMode }, rounding, onSelect }: RoundingTableProps) {
  const chosen = byMode[rounding].item;
  if (MODE_NAMES.every((mode) => byMode[mode].item === undefined && byMode[mode].text === byMode[rounding].text)) {
    return <p class="muted">It was refused in every mode. There is nothing to round.</p>;
  }
  const others = MODE_NAMES.filter((mode) => byMode[mode].item !== undefined && byMode[mode].item !== chosen).length;
  return (
    <>
      <p class="muted" role="status">
        {others === 0 ? 'No mode gives another item.' : `${others} of ${MODE_NAMES.length} modes give another item.`}
      </p>
      <div class="table-scroll" tabIndex={0} role="region" aria-label="All rounding modes">
        <table class="rounding-table">
          <thead>
            <tr>
              <th scope="col">ROUNDED MODE</th>
              <th scope="col">Item</th>
            </tr>
          </thead>
          <tbody>
            {MODE_NAMES.map((mode) => (
              <tr key={mode} class={mode === rounding ? 'rounding-chosen' : ''}>
                <th scope="row">
                  <button
                    type="button"
                    class="mode-button"
                    aria-pressed={mode === rounding}
                    onClick={() => onSelect(mode)}
                  >
                    {mode}
                  </button>
                  <span class="mode-words">{ROUNDING_MODES[mode]}</span>
                </th>
                <td>
                  <Outcome edited={byMode[mode]} chosen={chosen} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function Outcome({
  edited: { item, text },
  chosen,
}: {
  edited: { item: string | undefined; text: string };
  chosen: string | undefined;
}) {
  if (item === undefined) return <span class="rounding-refused">{text}</span>;
  if (item === chosen || chosen === undefined) return <code class="item-text">[{item}]</code>;
  return (
    <>
      <code class="item-text">
        [{partsOf(item, chosen).map(([part, differs], at) => (differs ? <mark key={at}>{part}</mark> : part))}]
      </code>{' '}
      <span class="badge badge-warning">differs</span>
    </>
  );
}

/** The runs of characters that are the same as in another item, and those that are not. */
function partsOf(item: string, other: string): (readonly [part: string, differs: boolean])[] {
  const [ours, theirs] = [[...item], [...other]];
  const parts: [string, boolean][] = [];
  for (const [at, character] of ours.entries()) {
    const differs = character !== theirs[at];
    const last = parts.at(-1);
    if (last?.[1] === differs) last[0] += character;
    else parts.push([character, differs]);
  }
  return parts;
}
