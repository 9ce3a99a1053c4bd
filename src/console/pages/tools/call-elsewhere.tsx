import { useState } from 'preact/hooks';
import { asQuartetCall, type ToolCall } from '../../../common/quartet-command.ts';
import { hrefTo } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { CatalogueTool } from './catalogue.ts';
import { asCurl, rpcRequest } from './copy-as.ts';
import { type FormValues, valuesForQuery } from './form-values.ts';

interface CallElsewhereProps {
  readonly tool: CatalogueTool;
  readonly call: ToolCall;
  readonly values: FormValues;
  readonly isComplete: boolean;
}

const WAYS = [
  { id: 'curl', label: 'curl' },
  { id: 'quartet', label: 'quartet call' },
  { id: 'rpc', label: 'JSON-RPC' },
  { id: 'link', label: 'Link' },
] as const;

type Way = (typeof WAYS)[number]['id'];

const LONGEST_SHOWN = 4000;

/** The call of the form as something to take elsewhere: a command, a message, a link. */
export function CallElsewhere({ tool, call, values, isComplete }: CallElsewhereProps) {
  const { client, hello } = useServer();
  const [way, setWay] = useState<Way>('curl');
  const link = valuesForQuery(values);
  const needsToken = hello?.tokens ?? false;
  const text = () => {
    if (way === 'curl') return asCurl(call, `${location.origin}${tool.extra ? client.path : '/mcp'}`, needsToken);
    if (way === 'quartet') return asQuartetCall(call, tool.inputSchema);
    if (way === 'rpc') return JSON.stringify(rpcRequest(call), undefined, 2);
    return `${location.origin}${location.pathname}${hrefTo('tools', [tool.name], link.query)}`;
  };
  const whole = text();
  return (
    <section class="card call-elsewhere">
      <h2>The same call elsewhere</h2>
      <Tabs label="The same call as" tabs={WAYS} active={way} onSelect={setWay} />
      <div class="code-box" role="tabpanel" aria-label={WAYS.find(({ id }) => id === way)?.label}>
        <pre class="code command" tabIndex={0}>
          <code>{whole.length > LONGEST_SHOWN ? `${whole.slice(0, LONGEST_SHOWN)}…` : whole}</code>
        </pre>
        <CopyButton text={whole} of="the call" />
      </div>
      <p class="muted small">
        {!isComplete && way !== 'link' && 'Not all that is needed is filled in yet. '}
        {HINTS[way](needsToken, link.whole)}
      </p>
    </section>
  );
}

const HINTS: Readonly<Record<Way, (needsToken: boolean, isWhole: boolean) => string>> = {
  curl: (needsToken) => `For sh, bash and zsh.${needsToken ? ' Put your token into the variable QUARTET_TOKEN.' : ''}`,
  quartet: () =>
    'For sh, bash and zsh. It runs in a process of its own, with the library and folders of your command line.',
  rpc: () => 'The message that an MCP client sends.',
  link: (_, isWhole) => `It fills in the form and calls nothing.${isWhole ? '' : ' Long texts are left out.'}`,
};
