import { useEffect, useState } from 'preact/hooks';
import { hrefTo, type PageProps } from '../../router.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useGreenScreen } from './green-screen.ts';
import { ItemCard } from './item-card.tsx';
import { type MoneyState, queryOf, stateFromQuery } from './money-state.ts';
import { PictureForm } from './picture-form.tsx';
import { RoundingTable } from './rounding-table.tsx';
import { AddPanel, DatePanel } from './side-panels.tsx';
import { SymbolTable } from './symbol-table.tsx';
import { useEdited } from './use-edited.ts';

/** The PICTURE playground. */
export default function Money({ route }: PageProps) {
  const [isGreen, toggleGreen] = useGreenScreen();
  return (
    <div class={isGreen ? 'money green-screen' : 'money'}>
      <div class="page-head">
        <h1>Money</h1>
        <p class="muted money-motto">PICTURE clauses, since 1959. No framework was consulted.</p>
        <div class="actions">
          <button type="button" class="button small" aria-pressed={isGreen} onClick={toggleGreen}>
            Green on black
          </button>
        </div>
      </div>
      <Playground key={route.query.toString()} begin={stateFromQuery(route.query)} />
    </div>
  );
}

function Playground({ begin }: { begin: MoneyState }) {
  const [state, setState] = useState(begin);
  const { data: edited, error, isCurrent, retry } = useEdited(state);
  const href = hrefTo('money', [], queryOf(state));
  useEffect(() => {
    // The address follows when typing has come to rest; it is the link to this state.
    if (isCurrent) history.replaceState(null, '', href);
  }, [isCurrent, href]);
  const change = (more: Partial<MoneyState>) => setState((before) => ({ ...before, ...more }));

  return (
    <div class="money-panes">
      <PictureForm state={state} onChange={change} />
      <section class="card money-item" aria-label="The item" aria-busy={!isCurrent}>
        <div class="money-item-head">
          <h2>The item</h2>
          <CopyButton text={() => `${location.origin}${location.pathname}${href}`} label="Copy link" />
        </div>
        {error !== undefined && <ErrorNotice error={error} onRetry={retry} />}
        {edited !== undefined && <ItemCard edited={edited} state={state} />}
      </section>
      <section class="card money-rounding">
        <h2>Rounding</h2>
        {edited !== undefined && (
          <RoundingTable edited={edited} rounding={state.rounding} onSelect={(rounding) => change({ rounding })} />
        )}
      </section>
      <div class="money-side">
        <AddPanel />
        <DatePanel />
        <SymbolTable />
      </div>
    </div>
  );
}
