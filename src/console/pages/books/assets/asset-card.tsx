import { CopyButton } from '../../../ui/copy-button.tsx';
import { ago, bytes } from '../../../ui/format.ts';
import { visible } from '../../../ui/visible.ts';
import type { Asset } from '../model/answers.ts';
import { markdownFor } from '../model/paths.ts';
import { Picture } from './picture.tsx';

/** Larger pictures are not fetched only to be shown small. */
const LARGEST_THUMBNAIL = 3_000_000;
const RASTER = /^image\/(png|jpeg|gif|webp|avif)$/;

export function AssetCard({ bookId, asset }: { bookId: string; asset: Asset }) {
  const { asset_type, filename, file_size, mime_type, upload_timestamp, uploaded_by_agent_id, cdn_url } = asset;
  const isShown = RASTER.test(mime_type) && file_size <= LARGEST_THUMBNAIL;
  const shown = visible(filename);
  return (
    <li class="card asset-card">
      <div class="asset-thumb">
        {isShown ? (
          <Picture name={{ bookId, type: asset_type, filename, hash: asset.file_hash_sha256 }} alt={shown} />
        ) : (
          <span class="asset-kind" aria-hidden="true">
            {(/\.([A-Za-z0-9]{1,5})$/.exec(filename)?.[1] ?? asset_type).toUpperCase()}
          </span>
        )}
      </div>
      <p class="asset-name" title={shown}>
        <bdi>{shown}</bdi>
      </p>
      <p class="muted small">
        {asset_type} · {bytes(file_size)} ·{' '}
        <time dateTime={upload_timestamp} title={`${upload_timestamp} by ${visible(uploaded_by_agent_id)}`}>
          {ago(upload_timestamp)}
        </time>
      </p>
      <div class="asset-actions">
        <CopyButton text={markdownFor(asset_type, filename)} label="Copy Markdown" of={`of ${shown}`} />
        {/^https?:\/\//i.test(cdn_url) && (
          <a class="button small" href={cdn_url} download target="_blank" rel="noopener noreferrer">
            Download<span class="visually-hidden"> {shown}</span>
          </a>
        )}
      </div>
    </li>
  );
}
