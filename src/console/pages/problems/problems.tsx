import type { PageProps } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { Loading } from '../../ui/loading.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useListedTools } from '../../ui/use-listed-tools.ts';
import { Overview } from './overview.tsx';
import { ProblemView } from './problem.tsx';

/** Programming problems: the one of the day, all others, and each on a page of its own. */
export default function Problems({ route: { rest, query } }: PageProps) {
  const { may } = useServer();
  const tools = useListedTools();
  const [source, ...id] = rest;
  const hasList = tools?.has('list_problems') ?? false;
  if (may('tools:call') && tools !== undefined && source !== undefined && id.length > 0) {
    return <ProblemView key={rest.join('/')} source={source} id={id.join('/')} hasList={hasList} />;
  }
  return (
    <div class="problems">
      <div class="page-head">
        <span class="string-mark string-oj" aria-hidden="true" />
        <h1>Problems</h1>
      </div>
      {!may('tools:call') ? (
        <NotAllowed />
      ) : tools === undefined ? (
        <Loading what="Asking what this server offers" />
      ) : (
        <Overview query={query} hasList={hasList} />
      )}
    </div>
  );
}

function NotAllowed() {
  return (
    <Notice kind="info">
      Your token may not ask the judge: it lacks the scope <code>tools:call</code>. Whoever runs this server can give
      you one that has it.
    </Notice>
  );
}
