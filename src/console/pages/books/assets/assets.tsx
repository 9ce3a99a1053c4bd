import { useCallback, useMemo, useState } from 'preact/hooks';
import { navigate } from '../../../router.ts';
import { Empty } from '../../../ui/empty.tsx';
import { counted } from '../../../ui/format.ts';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import type { Asset } from '../model/answers.ts';
import type { OpenBook } from '../model/open-book.ts';
import { ASSET_TYPES } from '../model/paths.ts';
import { bookHref } from '../model/places.ts';
import { useChanges } from '../model/use-changes.ts';
import { usePages } from '../model/use-pages.ts';
import { AssetCard } from './asset-card.tsx';
import { isKnownType } from './upload.ts';
import { Uploader } from './uploader.tsx';

const STEP = 60;

/** The pictures, slides, videos and sounds of a book. */
export function Assets({ book, query }: { book: OpenBook; query: URLSearchParams }) {
  const { bookId, access } = book;
  const { items, error, loading, complete, reload } = usePages<Asset>('list_assets', { book_id: bookId });
  useChanges(reload);
  const exists = useCallback(
    (type: string, filename: string) => items.some((asset) => asset.asset_type === type && asset.filename === filename),
    [items],
  );
  return (
    <>
      {access.upload && complete && <Uploader bookId={bookId} exists={exists} onUploaded={reload} />}
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {loading && items.length === 0 && <Loading what="Assets" />}
      {complete && items.length === 0 && (
        <div class="card">
          <Empty title="No assets yet">
            <p>Pictures, slides, videos and sounds that lessons show or link are kept here.</p>
          </Empty>
        </div>
      )}
      {items.length > 0 && <Gallery book={book} assets={items} query={query} />}
    </>
  );
}

function Gallery({ book, assets, query }: { book: OpenBook; assets: readonly Asset[]; query: URLSearchParams }) {
  const { bookId } = book;
  const wanted = query.get('type');
  const type = isKnownType(wanted) ? wanted : '';
  const [name, setName] = useState(query.get('name') ?? '');
  const [count, setCount] = useState(STEP);
  const found = useMemo(() => {
    const words = name.toLowerCase();
    return assets.filter(
      ({ asset_type, filename }) => (type === '' || asset_type === type) && filename.toLowerCase().includes(words),
    );
  }, [assets, type, name]);
  const cards = useMemo(
    () => found.slice(0, count).map((asset) => <AssetCard key={keyOf(asset)} bookId={bookId} asset={asset} />),
    [bookId, found, count],
  );
  return (
    <>
      <div class="gallery-bar">
        <fieldset class="chips" aria-label="Kind of asset">
          {['', ...ASSET_TYPES].map((kind) => (
            <button
              key={kind}
              type="button"
              class="chip"
              aria-pressed={kind === type}
              onClick={() => navigate(bookHref(bookId, '', { view: 'assets', type: kind, name }), { replace: true })}
            >
              {kind || 'all'}
            </button>
          ))}
        </fieldset>
        <label class="gallery-filter">
          <span class="visually-hidden">Filter by name</span>
          <input
            type="search"
            placeholder="Filter by name"
            value={name}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        <span class="muted" role="status">
          {counted(found.length, 'asset')}
        </span>
      </div>
      <ul class="gallery" aria-label="Assets">
        {cards}
      </ul>
      {found.length > count && (
        <button type="button" class="button" onClick={() => setCount(count + STEP)}>
          Show more
        </button>
      )}
    </>
  );
}

function keyOf({ asset_type, filename }: Asset): string {
  return `${asset_type}/${filename}`;
}
