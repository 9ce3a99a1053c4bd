import { MODE_NAMES, type MoneyState, PRESETS, type RoundingMode } from './money-state.ts';

interface PictureFormProps {
  readonly state: MoneyState;
  readonly onChange: (more: Partial<MoneyState>) => void;
}

/** Picture, amount, and the clauses around them. */
export function PictureForm({ state, onChange }: PictureFormProps) {
  const text = (label: string, key: 'picture' | 'amount' | 'currencySign', placeholder = '') => (
    <label class={`field money-${key}`}>
      <span>{label}</span>
      <input
        value={state[key]}
        placeholder={placeholder}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        onInput={(event) => onChange({ [key]: event.currentTarget.value })}
      />
    </label>
  );
  const clause = (label: string, key: 'decimalComma' | 'blankWhenZero' | 'dropSign') => (
    <label class="money-clause">
      <input
        type="checkbox"
        checked={state[key]}
        onChange={(event) => onChange({ [key]: event.currentTarget.checked })}
      />
      <span>{label}</span>
    </label>
  );
  return (
    <section class="card money-form" aria-label="Picture and amount">
      <div class="money-main">
        {text('PICTURE', 'picture')}
        {text('Amount', 'amount')}
        {text('CURRENCY SIGN', 'currencySign', '$')}
        <label class="field money-rounded">
          <span>ROUNDED MODE</span>
          <select
            value={state.rounding}
            onInput={(event) => onChange({ rounding: event.currentTarget.value as RoundingMode })}
          >
            {MODE_NAMES.map((mode) => (
              <option key={mode} value={mode}>
                {mode}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div class="money-clauses">
        {clause('DECIMAL-POINT IS COMMA', 'decimalComma')}
        {clause('BLANK WHEN ZERO', 'blankWhenZero')}
        {clause('Lose the sign where there is no place for it', 'dropSign')}
      </div>
      <div class="money-presets" role="group" aria-label="Examples">
        {PRESETS.map(({ name, state: one }) => (
          <button key={name} type="button" class="chip" aria-pressed={isSame(one, state)} onClick={() => onChange(one)}>
            {name}
          </button>
        ))}
      </div>
    </section>
  );
}

function isSame(one: MoneyState, other: MoneyState): boolean {
  return (Object.keys(one) as (keyof MoneyState)[]).every((key) => one[key] === other[key]);
}
