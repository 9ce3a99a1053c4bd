// Patterns that take for ever. The comment above a test says what the incident was; docs/security.md is made from both.
import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../../src/engines/filesearch/testing/folders.ts';
import { call, INITIALIZE, ServerProcess } from '../../harness/server-process.ts';
import { BOOK, LESSON, ODD_GLOBS, SLOW_REGEXES } from '../books/hostile-texts.ts';

/** The pattern that the TypeScript SDK made of a URI template could be held up for years by one short address of a resource. */
it('CVE-2026-0621: texts on which careless patterns never end are answered, and so is everybody behind them', async () => {
  const line = `${'a'.repeat(60)}${'user1,user2,user3,'.repeat(40)}userX/!`;
  const lesson = `# Slow\n\n${line}\n`;
  const root = temporaryFolder({ [`books/${BOOK}/${LESSON}`]: lesson });
  const server = new ServerProcess(['books', '--root', root, '--log-level', 'off', '--extras']);
  onTestFinished(() => void server.child.kill('SIGKILL'));
  const lookups = [
    ['grep_search', { book_id: BOOK, pattern: 'userX' }] as const,
    ...SLOW_REGEXES.map((pattern) => ['grep_search', { book_id: BOOK, pattern }] as const),
    ...ODD_GLOBS.map((pattern) => ['glob_search', { book_id: BOOK, pattern }] as const),
    ...[`/users/${line}`, `{/id*}${line}`].flatMap((text) => [
      ['read_content', { book_id: BOOK, path: text }] as const,
      ['search_content', { book_id: BOOK, query: text }] as const,
      ['read_content', { book_id: BOOK, path: LESSON, section: text }] as const,
    ]),
  ];
  const messages = lookups.flatMap(([name, args], at) => [
    call(`look-${at}`, name, args),
    { jsonrpc: '2.0', id: `ping-${at}`, method: 'ping' },
    { jsonrpc: '2.0', id: `uri-${at}`, method: 'resources/read', params: { uri: `users:///${line}` } },
  ]);
  const answers = await server.write(INITIALIZE, ...messages).answers(messages.length + 1);
  expect(answers).toHaveLength(messages.length + 1);
  // Nor by a limit: a pattern that has to be stopped has held up others.
  expect(JSON.stringify(answers)).not.toMatch(/was stopped|has stopped|takes too long|too much memory/);
  const found = answers.find(({ id }) => id === 'look-0');
  expect(found?.result.structuredContent.result).toHaveLength(1);
});
