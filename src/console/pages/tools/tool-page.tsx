import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { hrefTo } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { Notice } from '../../ui/notice.tsx';
import { historyOf } from './answer-history.ts';
import { AnswerView } from './answer-view.tsx';
import { ArgumentField } from './argument-field.tsx';
import { CallElsewhere } from './call-elsewhere.tsx';
import type { CatalogueTool } from './catalogue.ts';
import { ConfirmCall } from './confirm-call.tsx';
import { ExampleButton } from './example-button.tsx';
import { fieldsOf } from './fields.ts';
import { formValues, readForm, valuesForQuery, valuesFromQuery } from './form-values.ts';
import { LastAnswers } from './last-answers.tsx';
import { Running } from './running.tsx';
import { ToolHints, useMissingScope } from './tool-hints.tsx';
import { useCall } from './use-call.ts';

interface ToolPageProps {
  readonly tool: CatalogueTool;
  /** The number of an earlier call whose answer is to be shown. */
  readonly shown: string | undefined;
  readonly query: URLSearchParams;
}

/** One tool: what it does, a form for its arguments, and its answer. Nothing is called by itself. */
export function ToolPage({ tool, shown, query }: ToolPageProps) {
  const { client } = useServer();
  const { name, inputSchema } = tool;
  const fields = useMemo(() => fieldsOf(inputSchema), [inputSchema]);
  const earlier = historyOf(client).find(Number(shown));
  const [values, setValues] = useState(() =>
    earlier?.name === name ? formValues(fields, earlier.args) : valuesFromQuery(fields, query),
  );
  const [wasTried, setWasTried] = useState(false);
  const [asks, setAsks] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const calling = useCall(client, earlier?.name === name ? earlier : undefined);
  const { args, problems } = readForm(fields, values);
  const missing = useMissingScope(tool, args);
  useEffect(() => {
    document.title = `${name} · Quartet`;
  }, [name]);

  const isComplete = Object.keys(problems).length === 0;
  const call = () => {
    setAsks(false);
    history.replaceState(null, '', hrefTo('tools', [name], valuesForQuery(values).query));
    calling.call({ name, args });
  };
  const submit = (event: Event) => {
    event.preventDefault();
    setWasTried(true);
    if (calling.since !== undefined) return;
    if (missing !== undefined) return;
    if (!isComplete) return focusFirst(form.current, fields, problems);
    if (tool.annotations?.destructiveHint) setAsks(true);
    else call();
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event);
    if (event.key === 'Escape' && calling.since !== undefined) calling.cancel();
  };

  return (
    <>
      <nav aria-label="Way back" class="way-back">
        <a href={hrefTo('tools')}>Tools</a> <span aria-hidden="true">/</span>
      </nav>
      <div class="page-head tool-head">
        <h1>
          <span class={`string-mark string-${tool.toolset}`} aria-hidden="true" /> {tool.title}
        </h1>
        <code class="tool-name">{name}</code>
        <ToolHints tool={tool} />
      </div>
      <p class="tool-description">{tool.description}</p>
      <div class="tool-panes">
        <form ref={form} class="card tool-form" onSubmit={submit} onKeyDown={onKey} noValidate aria-label="Arguments">
          <h2>Arguments</h2>
          {fields.length === 0 && <p class="muted">This tool takes none.</p>}
          {fields.map((field) => (
            <ArgumentField
              key={field.name}
              field={field}
              value={values[field.name] ?? ''}
              problem={wasTried ? problems[field.name] : undefined}
              onInput={(value) => setValues((before) => ({ ...before, [field.name]: value }))}
            />
          ))}
          {missing !== undefined && (
            <Notice kind="warning">
              Your token may not make this call: it needs the scope <code>{missing}</code>. Ask whoever runs the server.
            </Notice>
          )}
          <div class="tool-buttons tool-form-end">
            <button
              type="submit"
              class="button primary"
              disabled={missing !== undefined}
              aria-disabled={calling.since !== undefined}
              aria-keyshortcuts="Control+Enter Meta+Enter"
            >
              Call <kbd class="key-hint">{ENTER}</kbd>
            </button>
            {calling.since !== undefined && (
              <button type="button" class="button" onClick={calling.cancel}>
                Cancel
              </button>
            )}
            <ExampleButton tool={tool} onExample={(example) => setValues(formValues(fields, example))} />
          </div>
        </form>
        <div class="tool-results">
          {calling.since !== undefined && <Running since={calling.since} />}
          {calling.cancelled && (
            <Notice kind="info">The call was cancelled. The server has been told to stop it.</Notice>
          )}
          <AnswerView call={calling.ended} outdated={calling.since !== undefined} />
          <CallElsewhere tool={tool} call={{ name, args }} values={values} isComplete={isComplete} />
          <LastAnswers current={calling.ended?.n} />
        </div>
      </div>
      {asks && <ConfirmCall tool={tool} args={args} onConfirm={call} onClose={() => setAsks(false)} />}
    </>
  );
}

const ENTER = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘ Enter' : 'Ctrl Enter';

function focusFirst(
  form: HTMLFormElement | null,
  fields: readonly { readonly name: string }[],
  problems: Readonly<Record<string, string>>,
): void {
  const first = fields.find(({ name }) => problems[name] !== undefined)?.name ?? '';
  const control = form?.elements.namedItem(first);
  if (control instanceof HTMLElement) control.focus();
}
