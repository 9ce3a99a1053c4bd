import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { callError } from '../../mcp/client.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { bytes, duration } from '../../ui/format.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { estimateTokens } from '../../ui/token-estimate.ts';
import { type AnswerForm, formsOf } from './answer-forms.ts';
import type { EndedCall } from './answer-history.ts';
import { rpcRequest } from './copy-as.ts';

/** The answer of a call: to read, as text, as structure, and as it went over the wire. */
export function AnswerView({ call, outdated }: { call: EndedCall | undefined; outdated: boolean }) {
  const place = useRef<HTMLElement>(null);
  const isNew = useRef(false);
  useEffect(() => {
    // On a phone the answer comes below the form: an answer that nobody sees is none.
    if (isNew.current && isOutOfSight(place.current)) place.current?.scrollIntoView();
    isNew.current = true;
  }, [call]);
  return (
    <section
      ref={place}
      class={`card answer ${outdated ? 'answer-outdated' : ''}`}
      aria-label="Answer"
      aria-busy={outdated}
    >
      <h2>Answer</h2>
      {call === undefined ? (
        <Empty title="Nothing was called yet.">
          <p>Fill in the arguments, or take the example, and call the tool.</p>
        </Empty>
      ) : (
        <Ended key={call.n} call={call} />
      )}
    </section>
  );
}

function isOutOfSight(element: HTMLElement | null): boolean {
  return element !== null && element.getBoundingClientRect().top > innerHeight * 0.75;
}

function Ended({ call }: { call: EndedCall }) {
  const { answer, error } = call;
  const forms = useMemo(() => formsOf(answer), [answer]);
  const [form, setForm] = useState<AnswerForm>(forms[0]?.id ?? 'text');
  if (answer === undefined) return <ErrorNotice error={error} />;
  return (
    <>
      <p class="answer-figures" role="status">
        {figures(call)}
      </p>
      {answer.isError && <ErrorNotice error={callError(answer.text)} />}
      <div class="answer-forms">
        <Tabs label="Shown as" tabs={forms} active={form} onSelect={setForm} />
        <CopyButton text={() => textOf(call, form)} label="Copy answer" />
      </div>
      <div role="tabpanel" aria-label={forms.find(({ id }) => id === form)?.label} class="answer-body">
        {form === 'read' && <Markdown text={answer.text} />}
        {form === 'text' && <LongText text={answer.text} />}
        {form === 'structure' && <JsonTree value={answer.data} />}
        {form === 'rpc' && <LongText text={textOf(call, 'rpc')} language="json" />}
      </div>
      {form !== 'rpc' &&
        answer.texts.slice(1).map((remark, at) => (
          <Notice key={at} kind="info">
            {remark}
          </Notice>
        ))}
    </>
  );
}

function figures({ answer }: EndedCall): string {
  if (answer === undefined) return '';
  const text = answer.texts.join('\n');
  const structure = answer.data === undefined ? undefined : JSON.stringify(answer.data);
  return [
    `${answer.isError ? 'Failed' : 'Answered'} in ${duration(answer.ms)}`,
    `${tokens(text)} as text`,
    ...(structure === undefined ? [] : [`${tokens(structure)} as structure`]),
    bytes(new Blob([text]).size),
  ].join(' · ');
}

function tokens(text: string): string {
  return `≈ ${estimateTokens(text).toLocaleString('en')} tokens`;
}

function textOf({ name, args, answer }: EndedCall, form: AnswerForm): string {
  if (answer === undefined) return '';
  if (form === 'structure') return JSON.stringify(answer.data, undefined, 2);
  if (form !== 'rpc') return answer.text;
  const request = rpcRequest({ name, args }, (answer.raw as { id?: unknown }).id);
  return [request, answer.raw].map((message) => JSON.stringify(message, undefined, 2)).join('\n\n');
}
