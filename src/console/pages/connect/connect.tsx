import { useState } from 'preact/hooks';
import { hrefTo, navigate, type PageProps } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ClientSetup } from './client-setup.tsx';
import { CLIENTS } from './clients.ts';
import { Scopes } from './scopes.tsx';
import { hasSecret, targetOf } from './target.ts';
import { TokenChoice } from './token-choice.tsx';

const WAYS = [
  { id: 'http', label: 'HTTP: this server' },
  { id: 'stdio', label: 'stdio: its own process' },
] as const;

/** The exact texts that connect a client with this very server. */
export default function Connect({ route }: PageProps) {
  const { hello, token } = useServer();
  const [wantsToken, setWantsToken] = useState(false);
  if (hello === undefined) return null;
  const client = CLIENTS.find(({ id }) => id === route.rest[0]) ?? CLIENTS[0];
  const via = route.query.get('via') === 'stdio' ? 'stdio' : 'http';
  const toolset = hello.toolsets.find(({ id }) => id === route.query.get('toolset'))?.id ?? '';
  if (client === undefined) return null;
  const hrefOf = (changes: { client?: string; via?: string; toolset?: string }) => {
    const wanted = { client: client.id, via, toolset, ...changes };
    return hrefTo('connect', [wanted.client], { via: wanted.via, toolset: wanted.toolset });
  };
  const target = targetOf({
    origin: location.origin,
    toolset,
    tokens: hello.tokens,
    token: wantsToken ? token : undefined,
    program: hello.program,
  });
  return (
    <div class="connect">
      <h1>Connect a client</h1>
      <div class="connect-layout">
        <nav aria-label="Clients" class="connect-clients">
          {CLIENTS.map(({ id, label }) => (
            <a key={id} href={hrefOf({ client: id })} aria-current={id === client.id ? 'true' : undefined}>
              {label}
            </a>
          ))}
        </nav>
        <div class="connect-main">
          <label class="field connect-toolset">
            <span>What to connect</span>
            <select
              value={toolset}
              onChange={(event) => navigate(hrefOf({ toolset: event.currentTarget.value }), { replace: true })}
            >
              <option value="">All servers</option>
              {hello.toolsets.map(({ id, title }) => (
                <option key={id} value={id}>
                  {title}
                </option>
              ))}
            </select>
          </label>
          <Tabs
            label="How"
            tabs={WAYS}
            active={via}
            onSelect={(id) => navigate(hrefOf({ via: id }), { replace: true })}
          />
          {via === 'http' && <TokenChoice hello={hello} isIn={hasSecret(target)} onChange={setWantsToken} />}
          <ClientSetup client={client} via={via} target={target} />
          {via === 'http' && hello.tokens && <Scopes hello={hello} />}
        </div>
      </div>
    </div>
  );
}
