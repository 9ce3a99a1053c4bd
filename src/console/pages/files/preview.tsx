import { useEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Loading } from '../../ui/loading.tsx';
import { ErrorNotice, Notice } from '../../ui/notice.tsx';
import { useTool } from '../../ui/use-tool.ts';
import { visible } from '../../ui/visible.ts';
import { DocumentText } from './document-text.tsx';
import { wayTo } from './folders.ts';
import { folderOf } from './hits.ts';
import { Metadata } from './metadata.tsx';

/** Where the preview stands below the list, as the style has it. */
const BELOW = '(max-width: 860px)';

/** What `preview_file` gives. */
interface FilePreview {
  readonly kind: 'text' | 'image' | 'none';
  readonly text?: string;
  readonly truncated?: boolean;
  readonly data?: string;
  readonly mime_type?: string;
  readonly reason?: string;
}

interface PreviewProps {
  readonly path: string;
  readonly text: string;
  /** Where the search found the text, if it has said so. */
  readonly line: number | undefined;
  readonly roots: readonly string[];
  /** Whether the server shows what is in a file. */
  readonly canPreview: boolean;
  /** Whether somebody has just opened it, and not only its address. */
  readonly takesFocus: boolean;
  readonly onFolder: (folder: string) => void;
  readonly onClose: (byKey: boolean) => void;
}

/** The file that is open: what is in it, where it is, and all that is known of it. */
export function Preview({ path, text, line, roots, canPreview, takesFocus, onFolder, onClose }: PreviewProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!takesFocus) return;
    place.current?.focus({ preventScroll: true });
    // Beside the list it is in sight already, below it is not.
    if (matchMedia(BELOW).matches) place.current?.scrollIntoView();
  }, []);
  const name = path.slice(folderOf(path).length).replace(/^[\\/]/, '');
  const { data, error, loading, reload } = useTool<FilePreview>('preview_file', canPreview ? { path } : null);
  return (
    <section class="card preview" aria-label={`Preview of ${visible(name)}`} tabIndex={-1} ref={place}>
      <div class="preview-head">
        <h2>
          <bdi>{visible(name)}</bdi>
        </h2>
        <button type="button" class="button quiet small" onClick={(event) => onClose(event.detail === 0)}>
          Close <kbd aria-hidden="true">Esc</kbd>
        </button>
      </div>
      <div class="preview-way">
        <nav aria-label="Folders of this file">
          {wayTo(folderOf(path), roots).map((folder) => (
            <button key={folder.path} type="button" title="Search only here" onClick={() => onFolder(folder.path)}>
              <bdi>{visible(folder.name)}</bdi>
            </button>
          ))}
        </nav>
        <CopyButton text={path} label="Copy path" />
      </div>
      {loading && <Loading what="Opening" />}
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {!canPreview && <DocumentText path={path} query={text} line={line} />}
      {data && <Content path={path} preview={data} name={name} text={text} line={line} />}
      <Metadata path={path} open={!loading && data?.kind !== 'text' && data?.kind !== 'image'} />
    </section>
  );
}

/** Only pictures made of pixels: one of the others could be a page with a life of its own. */
const PICTURE = /^image\/(png|jpeg|gif|webp|avif)$/;

function Content({
  path,
  preview,
  name,
  text,
  line,
}: {
  path: string;
  preview: FilePreview;
  name: string;
  text: string;
  line?: number | undefined;
}) {
  const { kind, mime_type: type = '', data = '', reason } = preview;
  if (kind === 'text') {
    return (
      <DocumentText
        path={path}
        beginning={preview.text ?? ''}
        isCut={preview.truncated ?? false}
        query={text}
        line={line}
      />
    );
  }
  if (kind === 'image' && PICTURE.test(type)) {
    return <img class="preview-picture" src={`data:${type};base64,${data}`} alt={`The picture ${visible(name)}`} />;
  }
  return <Notice kind="info">{reason ?? 'This kind of file cannot be shown here.'}</Notice>;
}
