import { useTyped } from '../../ui/use-typed.ts';

const PATIENCE_MS = 200;
const DIFFICULTIES = ['Easy', 'Medium', 'Hard'];

export interface Filters {
  readonly source: string;
  readonly difficulty: string;
  readonly tag: string;
  readonly text: string;
}

interface FilterFormProps {
  readonly filters: Filters;
  readonly sources: readonly string[];
  readonly onChange: (change: Partial<Filters>) => void;
}

/** Chooses among the problems while one types. */
export function FilterForm({ filters, sources, onChange }: FilterFormProps) {
  return (
    <form
      class="problem-filters"
      role="search"
      aria-label="Filter the list"
      onSubmit={(event) => event.preventDefault()}
    >
      <Typed label="Title or id" value={filters.text} onValue={(text) => onChange({ text })} />
      <Choice
        label="Platform"
        any="All"
        value={filters.source}
        values={sources}
        onValue={(source) => onChange({ source })}
      />
      <Choice
        label="Difficulty"
        any="Any"
        value={filters.difficulty}
        values={DIFFICULTIES}
        onValue={(difficulty) => onChange({ difficulty })}
      />
      <Typed label="Tag" value={filters.tag} onValue={(tag) => onChange({ tag })} />
    </form>
  );
}

function Typed({ label, value, onValue }: { label: string; value: string; onValue: (value: string) => void }) {
  const { text, write } = useTyped(value, PATIENCE_MS, onValue);
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="text"
        value={text}
        maxLength={200}
        autocomplete="off"
        onInput={(event) => write(event.currentTarget.value)}
      />
    </label>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly any: string;
  readonly value: string;
  readonly values: readonly string[];
  readonly onValue: (value: string) => void;
}

function Choice({ label, any, value, values, onValue }: ChoiceProps) {
  // The address may name one that is not in the list.
  const all = value === '' || values.includes(value) ? values : [value, ...values];
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
        <option value="">{any}</option>
        {all.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}
