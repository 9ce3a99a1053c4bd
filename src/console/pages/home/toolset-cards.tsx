import type { Fact, ServerState } from '../../mcp/server-types.ts';
import { hrefTo } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { counted } from '../../ui/format.ts';

/** The servers behind this address: where each is, how it is, and what it says of itself; and which are not there, and why. */
export function ToolsetCards() {
  const { hello, state } = useServer();
  if (hello === undefined) return null;
  return (
    <section aria-labelledby="toolsets">
      <h2 id="toolsets">Servers</h2>
      <div class="grid toolset-grid">
        {hello.toolsets.map(({ id, title }) => {
          const endpoint = hello.endpoints.find(({ path }) => path === `/mcp/${id}`);
          return (
            <article key={id} class="card toolset-card">
              <h3>
                <span class={`string-mark string-${id}`} aria-hidden="true" /> {title}
                <CheckBadge check={state?.checks[id]} />
              </h3>
              {endpoint && <EndpointLine {...endpoint} id={id} title={title} />}
              <Facts facts={state?.facts?.[id] ?? []} />
            </article>
          );
        })}
        {Object.entries(hello.absent).map(([path, why]) => (
          <article key={path} class="card toolset-card toolset-absent">
            <h3>
              <code>{path}</code> <span class="badge">not here</span>
            </h3>
            <p class="muted">{why}</p>
          </article>
        ))}
      </div>
    </section>
  );
}

function EndpointLine({ id, title, path, tools }: { id: string; title: string; path: string; tools: number }) {
  return (
    <p class="endpoint-line">
      <code>{path}</code> <span class="muted">{counted(tools, 'tool')}</span>
      <a href={hrefTo('connect', [], { toolset: id })} aria-label={`Connect to ${title}`}>
        Connect
      </a>
    </p>
  );
}

function CheckBadge({ check }: { check: ServerState['checks'][string] | undefined }) {
  if (check === undefined) return null;
  const [kind, words] = check === 'ok' ? ['ok', 'works'] : ['error', check === 'failing' ? 'does not work' : check];
  return <span class={`badge badge-${kind}`}>{words}</span>;
}

const FACT_WORDS = { ok: 'fine', warning: 'look at this', failing: 'does not work' } as const;
const FACT_BADGES = { ok: 'ok', warning: 'warning', failing: 'error' } as const;

function Facts({ facts }: { facts: readonly Fact[] }) {
  if (facts.length === 0) return null;
  return (
    <dl class="facts">
      {facts.map(({ label, value, state }, at) => (
        <div key={at}>
          <dt>{label}</dt>
          <dd>
            {value} {state && <span class={`badge badge-${FACT_BADGES[state]}`}>{FACT_WORDS[state]}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
