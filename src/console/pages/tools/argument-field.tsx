import type { Field } from './fields.ts';

interface ArgumentFieldProps {
  readonly field: Field;
  readonly value: string;
  readonly problem: string | undefined;
  readonly onInput: (value: string) => void;
}

/** One argument of a tool, asked for as its schema says. */
export function ArgumentField({ field, value, problem, onInput }: ArgumentFieldProps) {
  const { name, required, hint } = field;
  const id = `argument-${name}`;
  return (
    <div class="field">
      <span class="argument-label">
        <label for={id}>{name}</label>
        <span class="argument-type">
          {KIND_WORDS[field.kind] ?? field.kind}
          {required && (
            <>
              , <strong>needed</strong>
            </>
          )}
        </span>
      </span>
      <Control
        {...{ field, value, onInput, id }}
        describedBy={`${id}-hint ${id}-problem`}
        isWrong={problem !== undefined}
      />
      <span class="hint" id={`${id}-hint`}>
        {[hint, HOW_TO[field.kind]].filter(Boolean).join('. ')}
      </span>
      <span class="argument-problem" id={`${id}-problem`} aria-live="polite">
        {problem}
      </span>
    </div>
  );
}

const KIND_WORDS: Partial<Record<Field['kind'], string>> = { 'long text': 'text' };

const HOW_TO: Partial<Record<Field['kind'], string>> = {
  list: 'One on each line',
  JSON: 'As JSON',
};

interface ControlProps {
  readonly field: Field;
  readonly id: string;
  readonly value: string;
  readonly describedBy: string;
  readonly isWrong: boolean;
  readonly onInput: (value: string) => void;
}

function Control({ field, id, value, describedBy, isWrong, onInput }: ControlProps) {
  const common = {
    id,
    name: field.name,
    value,
    'aria-describedby': describedBy,
    'aria-invalid': isWrong,
    'aria-required': field.required,
    onInput: (event: { currentTarget: { value: string } }) => onInput(event.currentTarget.value),
  };
  switch (field.kind) {
    case 'choice':
      return <Choice {...common} choices={field.choices.map((choice) => [choice, choice])} />;
    case 'yes or no':
      return (
        <Choice
          {...common}
          choices={[
            ['true', 'yes'],
            ['false', 'no'],
          ]}
        />
      );
    case 'long text':
    case 'list':
    case 'JSON':
      return <textarea {...common} rows={field.kind === 'long text' ? 8 : 3} spellcheck={false} autocomplete="off" />;
    case 'integer':
      return <input {...common} inputMode="numeric" autocomplete="off" />;
    case 'number':
    case 'number or text':
      return <input {...common} inputMode="decimal" autocomplete="off" />;
    case 'text':
      return <input {...common} autocomplete="off" autocapitalize="off" spellcheck={false} />;
  }
}

interface ChoiceProps {
  readonly choices: readonly (readonly [value: string, label: string])[];
  readonly 'aria-required': boolean;
}

function Choice({ choices, ...common }: ChoiceProps) {
  return (
    <select {...common}>
      <option value="">{common['aria-required'] ? 'Choose one' : '(left out)'}</option>
      {choices.map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}
