import { useCallback } from 'preact/hooks';
import { hrefTo, type PageProps } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { useLoaded } from '../../ui/use-tool.ts';
import { loadCatalogue } from './catalogue.ts';
import { ToolList } from './tool-list.tsx';
import { ToolPage } from './tool-page.tsx';

/** All tools of the server, and a page for each on which it can be called. */
export default function Tools({ route }: PageProps) {
  const server = useServer();
  const { client, hello } = server;
  const served = JSON.stringify([hello?.endpoints, hello?.toolsets]);
  const load = useCallback(() => loadCatalogue(server), [client, served]);
  const { data: tools, error, reload } = useLoaded(load);
  const [name, shown] = route.rest;
  if (error !== undefined)
    return (
      <>
        <h1>Tools</h1>
        <ErrorNotice error={error} onRetry={reload} />
      </>
    );
  if (tools === undefined) return <Loading what="Tools" />;
  if (name === undefined) return <ToolList tools={tools} />;
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined)
    return (
      <>
        <h1>Tools</h1>
        <Notice kind="info">
          This server lists no such tool. <a href={hrefTo('tools')}>See all tools.</a>
        </Notice>
      </>
    );
  return <ToolPage key={`${name}/${shown}?${route.query.toString()}`} tool={tool} shown={shown} query={route.query} />;
}
