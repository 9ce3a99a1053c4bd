import type { Hello } from '../../mcp/server-types.ts';

const SCOPES: readonly (readonly [scope: string, allows: string])[] = [
  ['tools:call', 'the tools of Online judges and COBOL'],
  ['files:read', 'the tools of File search'],
  ['fs:read', 'the tools of Books that only read'],
  ['fs:write', 'writing and deleting in Books'],
  ['fs:admin', 'all of Books, also for other users'],
  ['metrics:read', 'everybody’s calls on Home, and the metrics'],
];

/** Which scope is for what, and which of them this page's token has. */
export function Scopes({ hello: { scopes, subject } }: { hello: Hello }) {
  const has = (scope: string) => scopes.includes('*') || scopes.includes(scope);
  return (
    <section class="card" aria-labelledby="scopes">
      <h2 id="scopes">Scopes</h2>
      <p>
        Any token of this server may list the tools. What it may call, its scopes say; <code>*</code> stands for all of
        them.
      </p>
      <div class="table-scroll" tabIndex={0} role="group" aria-labelledby="scopes">
        <table>
          <thead>
            <tr>
              <th scope="col">Scope</th>
              <th scope="col">Allows</th>
              <th scope="col">Your token{subject && <bdi> ({subject})</bdi>}</th>
            </tr>
          </thead>
          <tbody>
            {SCOPES.map(([scope, allows]) => (
              <tr key={scope}>
                <td>
                  <code>{scope}</code>
                </td>
                <td>{allows}</td>
                <td>{has(scope) ? <span class="badge badge-ok">has it</span> : <span class="muted">no</span>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
