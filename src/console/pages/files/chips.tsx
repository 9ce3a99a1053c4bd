import type { ComponentChildren } from 'preact';
import { folderName } from './folders.ts';
import { kindLabel } from './kinds.ts';
import { AGES, type Age, PARTS, type Part, type Place } from './place.ts';

const AGE_LABELS: Readonly<Record<Age, string>> = {
  today: 'Today',
  week: 'This week',
  month: 'This month',
  year: 'This year',
};

const PART_LABELS: Readonly<Record<Part, string>> = { names: 'Names', text: 'Contents' };

interface ChipsProps {
  readonly place: Place;
  readonly kinds: readonly string[];
  readonly roots: readonly string[];
  readonly canMean: boolean;
  readonly onChange: (change: Partial<Place>) => void;
}

/** Narrows what is looked for: by kind, age and folder. A chip that is pressed again lets go. */
export function Chips({ place, kinds, roots, canMean, onChange }: ChipsProps) {
  const isElsewhere = place.folder !== '' && !roots.includes(place.folder);
  return (
    <div class="files-chips">
      <ChipRow label="Kind">
        {kinds.map((kind) => (
          <Chip key={kind} on={place.kind === kind} onToggle={(on) => onChange({ kind: on ? kind : '' })}>
            {kindLabel(kind)}
          </Chip>
        ))}
      </ChipRow>
      <ChipRow label="Changed">
        {AGES.map((age) => (
          <Chip key={age} on={place.age === age} onToggle={(on) => onChange({ age: on ? age : '' })}>
            {AGE_LABELS[age]}
          </Chip>
        ))}
      </ChipRow>
      {place.text.trim() !== '' && (
        <ChipRow label="Look in">
          {PARTS.map((part) => (
            <Chip key={part} on={place.part === part} onToggle={(on) => onChange({ part: on ? part : '' })}>
              {PART_LABELS[part]}
            </Chip>
          ))}
          {canMean && (
            <Chip
              on={place.meaning}
              title="Also files that say the same in other words"
              onToggle={(on) => onChange({ meaning: on })}
            >
              By meaning
            </Chip>
          )}
        </ChipRow>
      )}
      <ChipRow label="Folder">
        {roots.map((root) => (
          <Chip
            key={root}
            on={place.folder === root || (roots.length === 1 && place.folder === '')}
            title={root}
            onToggle={(on) => onChange({ folder: on && roots.length > 1 ? root : '' })}
          >
            <bdi>{folderName(root)}</bdi>
          </Chip>
        ))}
        {isElsewhere && (
          <Chip on title={place.folder} onToggle={() => onChange({ folder: '' })}>
            <bdi>{folderName(place.folder)}</bdi>
            <span aria-hidden="true">×</span>
          </Chip>
        )}
      </ChipRow>
    </div>
  );
}

function ChipRow({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <div class="chip-row" role="group" aria-label={label}>
      <span class="chip-label" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

interface ChipProps {
  readonly on: boolean;
  readonly title?: string;
  readonly onToggle: (on: boolean) => void;
  readonly children: ComponentChildren;
}

function Chip({ on, title, onToggle, children }: ChipProps) {
  return (
    <button type="button" class="chip" aria-pressed={on} title={title} onClick={() => onToggle(!on)}>
      {children}
    </button>
  );
}
