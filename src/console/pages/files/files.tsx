import { useEffect, useMemo, useRef } from 'preact/hooks';
import { navigate, type PageProps } from '../../router.ts';
import { useServer } from '../../server.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { useListedTools } from '../../ui/use-listed-tools.ts';
import { Finder } from './finder.tsx';
import { hrefOf, type Place, placeOf } from './place.ts';
import { useRoots } from './use-roots.ts';

/** Finds files while one types, and shows what is in them. */
export default function Files({ route }: PageProps) {
  const { may } = useServer();
  return (
    <div class="files">
      <div class="page-head">
        <span class="string-mark string-spotlight" aria-hidden="true" />
        <h1>Files</h1>
      </div>
      {may('files:read') ? <AllowedFiles query={route.query} /> : <NotAllowed />}
    </div>
  );
}

function NotAllowed() {
  return (
    <Notice kind="info">
      Your token may not look at files: it lacks the scope <code>files:read</code>. Whoever runs this server can give
      you one that has it.
    </Notice>
  );
}

function AllowedFiles({ query }: { query: URLSearchParams }) {
  const key = query.toString();
  const place = useMemo(() => placeOf(new URLSearchParams(key)), [key]);
  const roots = useRoots();
  const tools = useListedTools();
  const here = useRef(place);
  here.current = place;
  const change = useRef((next: Partial<Place>, replace: boolean) =>
    navigate(hrefOf({ ...here.current, ...next }), { replace }),
  );
  useEffect(() => {
    document.title = place.text.trim() === '' ? 'Files · Quartet' : `${place.text.slice(0, 80)} · Files · Quartet`;
  }, [place.text]);
  if (roots.error !== undefined) return <ErrorNotice error={roots.error} onRetry={roots.reload} />;
  if (roots.data === undefined || tools === undefined) return <Loading what="Looking where files may be searched" />;
  const kinds = (tools.get('search_by_kind')?.inputSchema.properties?.kind?.enum ?? []).map(String);
  return (
    <Finder
      place={place}
      roots={roots.data.paths}
      unnamed={roots.data.unnamed}
      kinds={kinds}
      canPreview={tools.has('preview_file')}
      canMean={tools.get('search')?.inputSchema.properties?.meaning !== undefined}
      onChange={change.current}
    />
  );
}
