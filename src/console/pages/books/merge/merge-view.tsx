import { useCallback, useMemo } from 'preact/hooks';
import { counted } from '../../../ui/format.ts';
import { Loading } from '../../../ui/loading.tsx';
import { ErrorNotice, Notice } from '../../../ui/notice.tsx';
import { useLoaded } from '../../../ui/use-tool.ts';
import type { Merging } from '../edit/drafts.ts';
import { ConflictBox } from './conflict-box.tsx';
import type { Choice, Piece } from './merge.ts';
import { SettledLines } from './settled-lines.tsx';

interface MergeViewProps {
  readonly merging: Merging;
  readonly isSaving: boolean;
  readonly onChange: (choices: ReadonlyMap<number, Choice>) => void;
  readonly onSave: (text: string) => void;
  /** Goes on in the editor with the merged text. */
  readonly onEdit: (text: string) => void;
  readonly onBack: () => void;
}

/** Shows how two versions fit together, and asks where they do not. */
export function MergeView(props: MergeViewProps) {
  const { base, mine, theirs } = props.merging;
  const load = useCallback(async () => {
    const module = await import('./merge.ts');
    return { module, pieces: module.merge(base, mine, theirs.text) };
  }, [base, mine, theirs.text]);
  const { data, error, reload } = useLoaded(load);
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />;
  if (data === undefined) return <Loading what="The newer version" />;
  return <Pieces {...props} pieces={data.pieces} merge={data.module} />;
}

type MergeModule = typeof import('./merge.ts');

function Pieces(props: MergeViewProps & { pieces: readonly Piece[]; merge: MergeModule }) {
  const { pieces, merge, merging, isSaving, onChange, onSave, onEdit, onBack } = props;
  const { choices } = merging;
  const conflicts = useMemo(() => merge.conflictsIn(pieces), [merge, pieces]);
  const result = useMemo(() => merge.settled(pieces, choices), [merge, pieces, choices]);
  const open = conflicts.filter((at) => !choices.has(at)).length;
  const choose = (at: number, choice: Choice) => onChange(new Map(choices).set(at, choice));
  return (
    <div class="merge">
      <Notice kind="warning">
        <span>
          <strong>Somebody saved this lesson before you.</strong>{' '}
          {conflicts.length === 0
            ? 'Your changes and theirs are in different lines, so both are kept. Look at it, then save.'
            : `Changes in different lines are both kept. ${counted(conflicts.length, 'place')} that both of you changed ${conflicts.length === 1 ? 'needs' : 'need'} a decision.`}
        </span>
      </Notice>
      <div class="merge-pieces">
        {pieces.map((piece, at) =>
          piece.kind === 'conflict' ? (
            <ConflictBox
              key={at}
              conflict={piece}
              number={conflicts.indexOf(at) + 1}
              total={conflicts.length}
              choice={choices.get(at)}
              onChoose={(choice) => choose(at, choice)}
            />
          ) : (
            <SettledLines key={at} kind={piece.kind} lines={piece.lines} />
          ),
        )}
      </div>
      <div class="desk-foot">
        <button
          type="button"
          class="button primary"
          disabled={result === undefined || result === '' || isSaving}
          onClick={() => result !== undefined && onSave(result)}
        >
          {isSaving ? 'Saving…' : 'Save the merged text'}
        </button>
        <button
          type="button"
          class="button"
          disabled={result === undefined || isSaving}
          onClick={() => result !== undefined && onEdit(result)}
        >
          Edit it first
        </button>
        <button type="button" class="button quiet" disabled={isSaving} onClick={onBack}>
          Back to my text
        </button>
        <span class="muted desk-state" role="status">
          {open === 0 ? 'Everything is decided' : `${counted(open, 'decision')} left`}
        </span>
      </div>
    </div>
  );
}
