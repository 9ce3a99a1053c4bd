import { useMemo } from 'preact/hooks';
import { ItemCells } from './item-cells.tsx';
import type { MoneyState } from './money-state.ts';
import { cellsOf } from './picture-cells.ts';
import type { EditedItems } from './use-edited.ts';

/** The edited item, or the rule that a picture breaks. */
export function ItemCard({ edited, state }: { edited: EditedItems; state: MoneyState }) {
  const { item, text } = edited.byMode[state.rounding];
  const { picture, currencySign, decimalComma } = edited.state;
  const cells = useMemo(
    () =>
      item === undefined ? undefined : cellsOf(picture, item, { currencySign: currencySign || '$', decimalComma }),
    [item, picture, currencySign, decimalComma],
  );
  if (item === undefined) return <Refusal sentence={text} picture={picture} />;
  return (
    <>
      {cells !== undefined && <ItemCells picture={picture} cells={cells} />}
      <p class="item-said" role="status">
        {text}
      </p>
    </>
  );
}

/** The tool's own sentence, and a pointer to the place that it names. */
function Refusal({ sentence, picture }: { sentence: string; picture: string }) {
  const at = Number(/ at position (\d+) /.exec(sentence)?.[1]) - 1;
  return (
    <div class="refusal">
      {at >= 0 && at < picture.length && (
        <pre class="refusal-place" aria-hidden="true">
          {picture.slice(0, at)}
          <mark>{picture.slice(at, at + 1)}</mark>
          {picture.slice(at + 1)}
          {'\n'}
          {' '.repeat(at)}^
        </pre>
      )}
      <p role="status">{sentence}</p>
    </div>
  );
}
