import { useState } from 'preact/hooks';
import { useServer } from '../../server.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useSettled } from '../../ui/use-settled.ts';

/** What a tool says of some arguments, as they are typed. */
function useSaid(name: string, args: Record<string, unknown>) {
  const { client } = useServer();
  return useSettled(JSON.stringify(args), (signal) => client.callRaw(name, args, signal));
}

/** ADD … TO … GIVING …, beside what binary floating point makes of it. */
export function AddPanel() {
  const [a, setA] = useState('0.1');
  const [b, setB] = useState('0.2');
  const { data, error, retry } = useSaid('add', { a, b });
  const exact = data?.data as { a: string; b: string; sum: string } | undefined;
  const binary = exact && String(Number(exact.a) + Number(exact.b));
  return (
    <section class="card">
      <h2>Add</h2>
      <div class="money-pair">
        <TextField label="ADD" value={a} onInput={setA} />
        <TextField label="TO" value={b} onInput={setB} />
      </div>
      {error !== undefined && <ErrorNotice error={error} onRetry={retry} />}
      <p class={`item-said ${data?.isError ? 'said-refusal' : ''}`} role="status">
        {data?.text}
      </p>
      {exact !== undefined && binary !== exact.sum && (
        <p class="muted small">
          Binary floating point reports: <code class="binary-sum">{binary}</code>
        </p>
      )}
    </section>
  );
}

/** Checks a date. */
export function DatePanel() {
  const [date, setDate] = useState('20240229');
  const { data, error, retry } = useSaid('validate_date', { date });
  return (
    <section class="card">
      <h2>Validate a date</h2>
      <TextField label="YYYYMMDD" value={date} onInput={setDate} />
      {error !== undefined && <ErrorNotice error={error} onRetry={retry} />}
      <p class={`item-said ${data?.isError ? 'said-refusal' : ''}`} role="status">
        {data?.text}
      </p>
    </section>
  );
}

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

function TextField({ label, value, onInput }: TextFieldProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        value={value}
        autocomplete="off"
        spellcheck={false}
        inputMode="decimal"
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
