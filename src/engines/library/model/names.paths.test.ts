import { describe, expect, test } from 'vitest';
import { assetPath, chapterFolder, contentPath, isLessonPath, isReadme, partFolder } from './names.ts';
import { refusal } from './testing/refusals.ts';

const lesson = 'content/01-Part/01-Chapter/01-intro.md';

describe('FR-007: content paths', () => {
  test.each([
    lesson,
    'content/00-A/00-b/00-C.md',
    'content/99-Part-One/12-3D-Print/07-a-.md',
    'content/01-Part/01-Chapter/01-intro.summary.md',
    'content/01-0/01-1/01-2.md',
    'content/01-summary/01-md/01-summary.md',
  ])('takes %s', (path) => {
    expect(contentPath(path)).toBe(path);
    expect(isLessonPath(path)).toBe(true);
  });

  test.each([
    'lessons/random/file.md',
    'Content/01-Part/01-Chapter/01-intro.md',
    'content/1-Part/01-Chapter/01-intro.md',
    'content/001-Part/01-Chapter/01-intro.md',
    'content/01-Part/01-Chapter/01_intro.md',
    'content/01-Part/01-Chapter/01-in_tro.md',
    'content/01-Part/01-Chapter/01-in tro.md',
    'content/01-Part/01-Chapter/01-in.tro.md',
    'content/01-Part/01-Chapter/01--intro.md',
    'content/01-Part/01-Chapter/01-.md',
    'content/01-Part/01-Chapter/01-intro.summary.summary.md',
    'content/01-Part/01-Chapter/01-intro.MD',
    'content/01-Part/01-Chapter/01-intro.mdx',
    'content/01-Part/01-Chapter/01-intro',
    'content/01-Part/01-Chapter/01-intro.md/',
    'content/01-Part/01-Chapter/01-Deep/01-intro.md',
    'content/01-Part/01-Chapter/01-introdução.md',
    'content/٠١-Part/01-Chapter/01-intro.md',
    'content/01-Part/01-Chapter/README.md',
    'users/bob/content/01-Part/01-Chapter/01-intro.md',
    ` ${lesson}`,
    `${lesson} `,
    './content/01-Part/01-Chapter/01-intro.md',
    '.',
  ])('R1: refuses %j and shows the expected format', (path) => {
    const failure = refusal(() => contentPath(path));
    expect(failure).toMatchObject({ kind: 'SchemaViolationError', code: 'SCHEMA_VIOLATION' });
    expect(failure.data).toMatchObject({ path, expected_format: expect.stringContaining('NN-lesson.md') });
    expect(isLessonPath(path)).toBe(false);
  });

  test.each([
    ['D-24: an asset', 'static/img/diagram.png'],
    ['D-25: a summary without a number', 'content/01-Part/01-Chapter/lesson.summary.md'],
    ['D-26: three segments', 'content/01-Part/01-lesson.md'],
  ])('%s is refused', (_rule, path) => {
    expect(refusal(() => contentPath(path)).code).toBe('SCHEMA_VIOLATION');
  });

  test('a trailing newline is no part of a path', () => {
    expect(isLessonPath(`${lesson}\n`)).toBe(false);
    expect(refusal(() => contentPath(`${lesson}\n`)).code).toBe('INVALID_PATH');
  });
});

describe('folders (3.4 item 5)', () => {
  test('a slash at the end is tolerated and dropped', () => {
    expect(partFolder('content/01-Part/')).toBe('content/01-Part');
    expect(partFolder('content/01-Part')).toBe('content/01-Part');
    expect(chapterFolder('content/01-Part/02-Chapter/')).toBe('content/01-Part/02-Chapter');
  });

  test.each(['users', 'users/bob/content', 'static/img', '.', 'content', 'content/', lesson, 'content/Part', ' '])(
    'W-01: %j is no folder to read',
    (path) => {
      expect(refusal(() => partFolder(path)).code).toBe('SCHEMA_VIOLATION');
      expect(refusal(() => chapterFolder(path)).code).toBe('SCHEMA_VIOLATION');
    },
  );

  test('a part is no chapter and a chapter is no part', () => {
    expect(refusal(() => chapterFolder('content/01-Part')).code).toBe('SCHEMA_VIOLATION');
    expect(refusal(() => partFolder('content/01-Part/02-Chapter')).code).toBe('SCHEMA_VIOLATION');
  });
});

describe('FR-008: asset paths', () => {
  test.each([
    'diagram.png',
    '01-intro/diagram.png',
    'a_b.png',
    'ab.png',
    '日本語.png',
    'é.png',
    'with space.png',
    '100%.png',
  ])('W-09: %s is kept as it is', (name) => {
    expect(assetPath('img', name)).toBe(`static/img/${name}`);
  });

  test.each(['.hidden', 'a/.hidden', '.a/b', ' a.png', 'a.png ', 'a /b.png', 'a/ b.png', 'a/', '\u3000a', 'a/./b'])(
    'refuses %j',
    (name) => {
      expect(refusal(() => assetPath('img', name))).toMatchObject({ kind: 'SchemaViolationError' });
    },
  );

  test('D-03: the type is one of four', () => {
    expect(refusal(() => assetPath('images', 'a.png')).kind).toBe('ValidationError');
    expect(refusal(() => assetPath('../content', 'a.png')).kind).toBe('ValidationError');
  });

  test('a path has at most 255 characters, a name at most 255 bytes', () => {
    expect(assetPath('img', 'x'.repeat(244))).toHaveLength(255);
    expect(refusal(() => assetPath('img', 'x'.repeat(245))).code).toBe('SCHEMA_VIOLATION');
    expect(assetPath('img', '図'.repeat(85))).toBeTruthy();
    expect(refusal(() => assetPath('img', '図'.repeat(86))).code).toBe('SCHEMA_VIOLATION');
  });
});

test('READMEs are told apart (2.6, 2.7)', () => {
  for (const path of ['README.md', 'content/README.md', 'content/01-A/README.md', 'content/01-A/02-B/README.md']) {
    expect(isReadme(path)).toBe(true);
  }
  for (const path of [
    'content/A/README.md',
    'content/01-A/02-B/03-C/README.md',
    'static/README.md',
    'content/readme.md',
  ]) {
    expect(isReadme(path)).toBe(false);
  }
});
