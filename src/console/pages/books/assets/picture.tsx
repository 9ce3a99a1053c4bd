import { useEffect, useState } from 'preact/hooks';
import { useServer } from '../../../server.tsx';
import { bytes } from '../../../ui/format.ts';
import { messageOf } from '../../../ui/notice.tsx';
import { visible } from '../../../ui/visible.ts';
import { useSeen } from '../model/use-seen.ts';
import { type AssetName, pictures, type Shown } from './pictures.ts';

type State = Shown | { readonly kind: 'failed'; readonly error: unknown } | undefined;

/** A picture from the assets of a book, fetched when it comes into sight; what is no picture is a link or words. */
export function Picture({ name, alt }: { name: AssetName; alt: string }) {
  const { client } = useServer();
  const [place, isSeen] = useSeen<HTMLSpanElement>();
  const [state, setState] = useState<State>();
  const { bookId, type, filename, hash } = name;
  useEffect(() => {
    if (!isSeen) return;
    let isGone = false;
    const { shown, release } = pictures.take(client, name);
    setState(undefined);
    shown.then(
      (found) => !isGone && setState(found),
      (error: unknown) => !isGone && setState({ kind: 'failed', error }),
    );
    return () => {
      isGone = true;
      release();
    };
  }, [client, isSeen, bookId, type, filename, hash]);
  return (
    <span class="picture" ref={place}>
      {state === undefined && <span class="image-words">{alt || visible(filename)}</span>}
      {state?.kind === 'picture' && <img src={state.url} alt={alt} />}
      {state?.kind === 'failed' && (
        <span class="image-words">
          [{alt || visible(filename)}: {messageOf(state.error)}]
        </span>
      )}
      {state?.kind === 'other' && (
        <AssetLink url={state.asset.cdn_url} words={alt || visible(filename)} size={state.asset.file_size} />
      )}
    </span>
  );
}

/** Leads to an asset as a download, where its address is one of the web. */
export function AssetLink({ url, words, size }: { url: string; words: string; size: number }) {
  if (!/^https?:\/\//i.test(url)) return <span class="image-words">{words}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" download>
      {words} ({bytes(size)})
    </a>
  );
}
