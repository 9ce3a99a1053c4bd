import { useEffect, useRef, useState } from 'preact/hooks';
import { counted } from '../../../ui/format.ts';
import { Loading } from '../../../ui/loading.tsx';
import { Marked } from '../../../ui/marked.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import type { GrepMatch, Page } from '../model/answers.ts';
import type { OpenBook } from '../model/open-book.ts';
import { isLesson, readable } from '../model/paths.ts';
import { bookHref } from '../model/places.ts';
import { useMore } from '../model/use-more.ts';
import { patternFor } from './pattern.ts';

const PAUSE_MS = 180;
const MOST_RESULTS = 1000;
const LONGEST_QUERY = 400;

/** Searches the lessons of a book while one types. */
export function Search({ book, query }: { book: OpenBook; query: URLSearchParams }) {
  const [words, setWords] = useState(query.get('q') ?? '');
  const [isRegex, setIsRegex] = useState(false);
  const [isExact, setIsExact] = useState(false);
  const [asked, setAsked] = useState(words);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  useEffect(() => {
    const timer = setTimeout(() => setAsked(words), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);
  const isAsking = asked.trim() !== '' && asked === words;
  const args = {
    book_id: book.bookId,
    pattern: patternFor(asked, { isRegex, isExact }),
    max_results: MOST_RESULTS,
  };
  const { pages, error, loading, more } = useMore<Page<GrepMatch>>('grep_search', isAsking ? args : null);
  return (
    <section aria-label="Search">
      <form class="card search-form" role="search" onSubmit={(event) => event.preventDefault()}>
        <label class="field">
          <span>Search the lessons</span>
          <input
            ref={field}
            type="search"
            value={words}
            maxLength={LONGEST_QUERY}
            spellcheck={false}
            onInput={(event) => setWords(event.currentTarget.value)}
          />
        </label>
        <label class="check">
          <input type="checkbox" checked={isExact} onChange={(event) => setIsExact(event.currentTarget.checked)} />{' '}
          Match case
        </label>
        <label class="check">
          <input type="checkbox" checked={isRegex} onChange={(event) => setIsRegex(event.currentTarget.checked)} />{' '}
          Regular expression
        </label>
      </form>
      {error !== undefined && <ErrorNotice error={error} />}
      {loading && <Loading what="Searching" />}
      {isAsking && error === undefined && (
        <Results book={book} pages={pages} words={isRegex ? '' : asked} loading={loading} more={more} />
      )}
    </section>
  );
}

interface ResultsProps {
  readonly book: OpenBook;
  readonly pages: readonly Page<GrepMatch>[];
  readonly words: string;
  readonly loading: boolean;
  readonly more: (() => void) | undefined;
}

function Results({ book, pages, words, loading, more }: ResultsProps) {
  const lessons = byLesson(
    pages.flatMap(({ result }) => result),
    `books/${book.bookId}/`,
  );
  const count = pages.reduce((sum, { result }) => sum + result.length, 0);
  return (
    <>
      <p class="muted" role="status">
        {loading
          ? ''
          : count === 0
            ? 'Nothing was found.'
            : `${counted(count, 'line')}${more ? ' so far' : ''} in ${counted(lessons.size, 'lesson')}`}
      </p>
      {Array.from(lessons, ([path, matches]) => (
        <LessonMatches key={path} book={book} path={path} matches={matches} words={words} />
      ))}
      {pages.at(-1)?.hint && <p class="muted">{pages.at(-1)?.hint}</p>}
      {more && (
        <button type="button" class="button" onClick={more}>
          More
        </button>
      )}
    </>
  );
}

interface LessonMatchesProps {
  readonly book: OpenBook;
  readonly path: string;
  readonly matches: readonly GrepMatch[];
  readonly words: string;
}

function LessonMatches({ book: { bookId }, path, matches, words }: LessonMatchesProps) {
  const title = path.split('/').slice(1).map(readable).join(' / ');
  return (
    <section class="card found-lesson">
      <h2>{isLesson(path) ? <a href={bookHref(bookId, path)}>{title}</a> : title}</h2>
      <ol class="found-lines">
        {matches.map(({ line_number, matched_line }) => {
          const line = (
            <>
              <span class="found-number">{line_number}</span>
              <span class="found-text">
                <Marked text={matched_line} query={words} />
              </span>
            </>
          );
          return (
            <li key={line_number}>
              {isLesson(path) ? <a href={bookHref(bookId, path, { line: String(line_number) })}>{line}</a> : line}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function byLesson(matches: readonly GrepMatch[], prefix: string): Map<string, GrepMatch[]> {
  const lessons = new Map<string, GrepMatch[]>();
  for (const match of matches) {
    const path = match.file_path.slice(prefix.length);
    lessons.set(path, [...(lessons.get(path) ?? []), match]);
  }
  return lessons;
}
