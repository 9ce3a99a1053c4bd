import { useRef, useState } from 'preact/hooks';
import { bytes } from '../../../ui/format.ts';
import { messageOf } from '../../../ui/notice.tsx';
import { visible } from '../../../ui/visible.ts';
import { ASSET_TYPES, type AssetType } from '../model/paths.ts';
import { isKnownType } from './upload.ts';
import { type Upload, useUploads } from './use-uploads.ts';

interface UploaderProps {
  readonly bookId: string;
  readonly exists: (type: AssetType, filename: string) => boolean;
  readonly onUploaded: () => void;
}

/** Takes files that are dropped or chosen, and shows what becomes of each. */
export function Uploader(props: UploaderProps) {
  const { uploads, add, change } = useUploads(props);
  const [type, setType] = useState<AssetType>();
  const [folder, setFolder] = useState('');
  const [isOver, setIsOver] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const take = (files: Iterable<File> | null | undefined) =>
    files && add(files, type, folder.replace(/^\/+|\/+$/g, ''));
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer?.files);
  };
  const onOver = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(true);
  };
  return (
    <section
      class={`card drop-zone ${isOver ? 'is-over' : ''}`}
      aria-label="Upload"
      onDragOver={onOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
    >
      <div class="drop-row">
        <p class="drop-words">
          <strong>Drop files here</strong> <span class="muted">or</span>{' '}
          <button type="button" class="button small" onClick={() => field.current?.click()}>
            Choose files
          </button>
          <input
            ref={field}
            type="file"
            multiple
            hidden
            aria-label="Files to upload"
            onChange={(event) => {
              take(event.currentTarget.files);
              event.currentTarget.value = '';
            }}
          />
        </p>
        <label class="inline-field">
          <span>As</span>
          <select
            value={type ?? ''}
            onChange={({ currentTarget: { value } }) => setType(isKnownType(value) ? value : undefined)}
          >
            <option value="">what they are</option>
            {ASSET_TYPES.map((known) => (
              <option key={known}>{known}</option>
            ))}
          </select>
        </label>
        <label class="inline-field">
          <span>In folder</span>
          <input value={folder} placeholder="none" onInput={(event) => setFolder(event.currentTarget.value)} />
        </label>
      </div>
      <div aria-live="polite">
        {uploads.length > 0 && (
          <>
            <Overall uploads={uploads} />
            <ul class="uploads">
              {uploads.map((one) => (
                <UploadRow key={one.id} upload={one} onChange={(fields) => change(one.id, fields)} />
              ))}
            </ul>
          </>
        )}
      </div>
    </section>
  );
}

function Overall({ uploads }: { uploads: readonly Upload[] }) {
  const open = uploads.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  if (open === 0) return null;
  return <progress aria-label="Uploading" value={uploads.length - open} max={uploads.length} />;
}

const WORDS: Readonly<Record<Upload['state'], string>> = {
  waiting: 'waiting',
  sending: 'uploading…',
  done: 'uploaded',
  failed: 'failed',
  exists: 'there is one of this name',
  skipped: 'left as it was',
  untyped: 'what is it?',
};

function UploadRow({ upload, onChange }: { upload: Upload; onChange: (fields: Partial<Upload>) => void }) {
  const { filename, type, file, state, error } = upload;
  return (
    <li class={`upload upload-${state}`}>
      <span class="upload-name">
        <bdi>{visible(filename)}</bdi> <span class="muted">{bytes(file.size)}</span>
      </span>
      <span class="upload-state">
        {WORDS[state]}
        {type && state === 'done' && ` into ${type}`}
        {state === 'failed' && `: ${messageOf(error)}`}
      </span>
      {state === 'exists' && (
        <>
          <button type="button" class="button small" onClick={() => onChange({ state: 'waiting' })}>
            Replace it
          </button>
          <button type="button" class="button small quiet" onClick={() => onChange({ state: 'skipped' })}>
            Leave it
          </button>
        </>
      )}
      {state === 'failed' && (
        <button type="button" class="button small" onClick={() => onChange({ state: 'waiting' })}>
          Try again
        </button>
      )}
      {state === 'untyped' &&
        ASSET_TYPES.map((known) => (
          <button
            key={known}
            type="button"
            class="button small"
            onClick={() => onChange({ type: known, state: 'waiting' })}
          >
            {known}
          </button>
        ))}
    </li>
  );
}
