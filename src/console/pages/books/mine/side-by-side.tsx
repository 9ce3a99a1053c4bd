import { useCallback } from 'preact/hooks';
import { counted } from '../../../ui/format.ts';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { useLoaded } from '../../../ui/use-tool.ts';
import type { DiffRow, NumberedLine } from './diff-rows.ts';

const MOST_ROWS = 2000;
const LONGEST_LINE = 2000;

interface SideBySideProps {
  readonly left: string;
  readonly right: string;
  readonly titles: readonly [left: string, right: string];
}

/** Two texts beside each other with what differs marked; on a narrow screen one below the other. */
export function SideBySide({ left, right, titles }: SideBySideProps) {
  const load = useCallback(async () => (await import('./diff-rows.ts')).diffRows(left, right), [left, right]);
  const { data: rows, error } = useLoaded(load);
  if (error !== undefined) return <ErrorNotice error={error} />;
  if (rows === undefined) return <Loading what="The differences" />;
  const changed = rows.filter(({ kind }) => kind === 'changed').length;
  return (
    <div class="card diff-card">
      <p role="status">
        {changed === 0 ? 'Both say the same.' : `${counted(changed, 'line')} differ${changed === 1 ? 's' : ''}.`}
      </p>
      <table class="diff">
        <thead>
          <tr>
            <th scope="col">{titles[0]}</th>
            <th scope="col">{titles[1]}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, MOST_ROWS).map((row, at) => (
            <Row key={at} row={row} />
          ))}
        </tbody>
      </table>
      {rows.length > MOST_ROWS && <p class="muted">The first {MOST_ROWS} rows are shown.</p>}
    </div>
  );
}

function Row({ row }: { row: DiffRow }) {
  if (row.kind === 'fold') {
    return (
      <tr class="diff-fold">
        <td colSpan={2}>{counted(row.lines, 'line')} alike</td>
      </tr>
    );
  }
  return (
    <tr class={`diff-${row.kind}`}>
      <Side line={row.left} kind={row.kind === 'same' ? '' : 'del'} />
      <Side line={row.right} kind={row.kind === 'same' ? '' : 'ins'} />
    </tr>
  );
}

function Side({ line, kind }: { line: NumberedLine | undefined; kind: '' | 'del' | 'ins' }) {
  if (line === undefined) return <td class="diff-none" />;
  const text = line.text.length > LONGEST_LINE ? `${line.text.slice(0, LONGEST_LINE)}…` : line.text;
  const Tag = kind === '' ? 'span' : kind;
  return (
    <td class={kind && `diff-${kind}`}>
      <span class="diff-number">{line.number}</span>
      <Tag class="diff-line">{text || ' '}</Tag>
    </td>
  );
}
