import { useState } from 'preact/hooks';
import { navigate } from '../../../router.ts';
import { Notice } from '../../../ui/notice.tsx';
import type { OpenBook } from '../model/open-book.ts';
import { isLesson } from '../model/paths.ts';
import { bookHref } from '../model/places.ts';
import { type BookTree, nextNumber, slug } from '../model/tree.ts';

const NEW = '';

/** Finds a place for a new lesson from its title, its part and its chapter; the path can be changed. */
export function NewLesson({ book }: { book: OpenBook }) {
  const { bookId, tree, access } = book;
  const [title, setTitle] = useState('');
  const [part, setPart] = useState<string>();
  const [chapter, setChapter] = useState<string>();
  const [newPart, setNewPart] = useState('');
  const [newChapter, setNewChapter] = useState('');
  const [typed, setTyped] = useState<string>();
  if (!access.write) return <Notice kind="info">You may read this book, but not write into it.</Notice>;

  const inPart = part ?? tree.parts.at(-1)?.path ?? NEW;
  const chapters = tree.parts.find(({ path }) => path === inPart)?.chapters ?? [];
  const inChapter =
    chapters.find(({ path }) => path === chapter)?.path ?? (chapter === NEW ? NEW : (chapters.at(-1)?.path ?? NEW));
  const suggested = suggest(tree, { part: inPart, newPart, chapter: inChapter, newChapter, title });
  const path = typed ?? suggested;
  const isTaken = tree.order.some((lesson) => lesson.path === path || lesson.summary === path);
  const problem = isTaken
    ? 'There is such a lesson already.'
    : !isLesson(path)
      ? 'Two digits and a name are needed for part, chapter and lesson.'
      : undefined;
  const submit = (event: Event) => {
    event.preventDefault();
    if (problem === undefined) navigate(bookHref(bookId, path, { view: 'edit', title: title.trim() }));
  };
  return (
    <form class="card new-lesson" onSubmit={submit}>
      <h2>New lesson</h2>
      <label class="field">
        <span>Title</span>
        <input value={title} placeholder="First steps" onInput={(event) => setTitle(event.currentTarget.value)} />
      </label>
      <div class="field-row">
        <Folder label="Part" folders={tree.parts} value={inPart} name={newPart} onValue={setPart} onName={setNewPart} />
        <Folder
          label="Chapter"
          folders={chapters}
          value={inChapter}
          name={newChapter}
          onValue={setChapter}
          onName={setNewChapter}
        />
      </div>
      <label class="field">
        <span>Path</span>
        <input class="mono" value={path} spellcheck={false} onInput={(event) => setTyped(event.currentTarget.value)} />
        <span class="hint" aria-live="polite">
          {problem ?? 'Good.'}
        </span>
      </label>
      <div class="form-actions">
        <button type="submit" class="button primary" disabled={problem !== undefined}>
          Write it
        </button>
        <a class="button quiet" href={bookHref(bookId)}>
          Cancel
        </a>
      </div>
    </form>
  );
}

interface FolderProps {
  readonly label: string;
  readonly folders: readonly { readonly path: string; readonly label: string }[];
  readonly value: string;
  readonly name: string;
  readonly onValue: (path: string) => void;
  readonly onName: (name: string) => void;
}

/** One of the folders that are there, or the name of a new one. */
function Folder({ label, folders, value, name, onValue, onName }: FolderProps) {
  return (
    <div>
      {folders.length > 0 && (
        <label class="field">
          <span>{label}</span>
          <select value={value} onChange={(event) => onValue(event.currentTarget.value)}>
            {folders.map((folder) => (
              <option key={folder.path} value={folder.path}>
                {folder.label}
              </option>
            ))}
            <option value={NEW}>A new {label.toLowerCase()}…</option>
          </select>
        </label>
      )}
      {value === NEW && (
        <label class="field">
          <span>Name of the new {label.toLowerCase()}</span>
          <input value={name} placeholder={label} onInput={(event) => onName(event.currentTarget.value)} />
        </label>
      )}
    </div>
  );
}

interface Wishes {
  readonly part: string;
  readonly newPart: string;
  readonly chapter: string;
  readonly newChapter: string;
  readonly title: string;
}

/** The path of a new lesson behind those that are there. */
function suggest(tree: BookTree, { part, newPart, chapter, newChapter, title }: Wishes): string {
  const nameOf = ({ path }: { path: string }) => path.split('/').at(-1) ?? '';
  const chapters = tree.parts.find(({ path }) => path === part)?.chapters ?? [];
  const lessons = chapters.find(({ path }) => path === chapter)?.lessons ?? [];
  const numbered = (names: readonly string[], words: string) => `${nextNumber(names) ?? 'NN'}-${words}`;
  const inPart = part || `content/${numbered(tree.parts.map(nameOf), slug(newPart) || 'Part')}`;
  const inChapter = chapter || `${inPart}/${numbered(chapters.map(nameOf), slug(newChapter) || 'Chapter')}`;
  return `${inChapter}/${numbered(lessons.map(nameOf), slug(title).toLowerCase() || 'lesson')}.md`;
}
