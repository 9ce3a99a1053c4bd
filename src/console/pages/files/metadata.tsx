import { useEffect, useState } from 'preact/hooks';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useTool } from '../../ui/use-tool.ts';
import { visible } from '../../ui/visible.ts';
import { metadataRows } from './metadata-rows.ts';

/** All that is known of a file, folded away unless there is nothing else to show. */
export function Metadata({ path, open }: { path: string; open: boolean }) {
  const [isOpen, setOpen] = useState(open);
  useEffect(() => setOpen(open), [open, path]);
  const { data, error, reload } = useTool<Record<string, unknown>>('get_metadata', isOpen ? { path } : null);
  return (
    <details class="metadata" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>What is known of this file</summary>
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {data && (
        <table>
          <tbody>
            {metadataRows(data).map(([label, value]) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>
                  <bdi>{visible(value)}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </details>
  );
}
