import { useServer } from '../../server.tsx';
import { type Settled, useSettled } from '../../ui/use-settled.ts';
import { argumentsOf, MODE_NAMES, type MoneyState, type RoundingMode } from './money-state.ts';

/** What the tool made of an amount: an item, or the sentence with which it refused. */
export interface Edited {
  readonly item: string | undefined;
  readonly text: string;
}

export interface EditedItems {
  /** What was asked for. */
  readonly state: MoneyState;
  readonly byMode: Readonly<Record<RoundingMode, Edited>>;
}

/** The amount edited by the tool, once in each rounding mode. All of them change together. */
export function useEdited(state: MoneyState): Settled<EditedItems> {
  const { client } = useServer();
  const edit = async (rounding: RoundingMode, signal: AbortSignal): Promise<[RoundingMode, Edited]> => {
    const answer = await client.callRaw('format_currency', argumentsOf(state, rounding), signal);
    const { item } = (answer.data ?? {}) as { item?: string };
    return [rounding, { item, text: answer.text }];
  };
  // The mode that is shown is chosen among the answers: choosing another one asks for nothing.
  const { rounding: _, ...asked } = state;
  return useSettled(JSON.stringify(asked), async (signal) => {
    const edited = await Promise.all(MODE_NAMES.map((mode) => edit(mode, signal)));
    return { state, byMode: Object.fromEntries(edited) as Record<RoundingMode, Edited> };
  });
}
