import { chmodSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pdf } from '../../../engines/filesearch/documents/testing/pdf.ts';
import { png } from '../../../engines/filesearch/metadata/testing/samples.ts';
import { asNobody, temporaryFolder } from '../../../engines/filesearch/testing/folders.ts';
import { BusyFailure } from '../../../lib/budget.ts';
import { ask, hint } from './testing/call.ts';

const PICTURE = png(3, 2);
const S = temporaryFolder({
  'note.md': '# x',
  'long.txt': 'x'.repeat(70_000),
  'a.pdf': pdf(['hello there']),
  'a.png': PICTURE,
  'program.bin': Buffer.from('\x7fELF\0', 'latin1'),
  '.ssh/id_rsa': 'a key',
  'Library/Keychains/login.txt': 'a password',
  'locked.txt': 'x',
});
const outside = temporaryFolder({ 'secret.txt': 'a secret' });
symlinkSync(join(S, 'note.md'), join(S, 'link'));
symlinkSync(join(outside, 'secret.txt'), join(S, 'escape'));
symlinkSync(join(S, '.ssh'), join(S, 'keys'));
chmodSync(join(S, 'locked.txt'), 0);
chmodSync(S, 0o755);

const preview = (name: string, more = {}) => ask('preview_file', { path: join(S, name) }, { allow: [S], ...more });

describe('preview_file', () => {
  it('shows a text, also behind a link', async () => {
    const structure = { kind: 'text', size: 3, text: '# x', truncated: false };
    expect(await preview('note.md')).toMatchObject({ text: '# x', remark: undefined, structure, isError: false });
    expect(await preview('link')).toMatchObject({ structure });
  });

  it('shows the beginning of a long text, and says so', async () => {
    const { text, remark, structure } = await preview('long.txt');
    expect(text).toBe('x'.repeat(65_536));
    expect(remark).toBe('Only the beginning is shown of a file of 70000 bytes.');
    expect(structure).toEqual({ kind: 'text', size: 70_000, text, truncated: true });
  });

  it('shows the text of a document', async () => {
    expect((await preview('a.pdf')).text.trim()).toBe('hello there');
  });

  it('gives a picture in base64, and no model the bytes as text', async () => {
    const { text, structure } = await preview('a.png');
    expect(text).toBe(`A picture: image/png, ${PICTURE.length} bytes.`);
    const data = PICTURE.toString('base64');
    expect(structure).toEqual({ kind: 'image', size: PICTURE.length, mime_type: 'image/png', data });
  });

  it('says why there is nothing to show', async () => {
    const reason = 'It is neither a text, nor a document or a picture that can be shown.';
    const { text, structure } = await preview('program.bin');
    expect([text, structure]).toEqual([reason, { kind: 'none', size: 5, reason }]);
    expect((await preview('')).structure).toEqual({ kind: 'none', reason: 'It is a directory.' });
  });

  it.each(['.ssh/id_rsa', 'Library/Keychains/login.txt', 'keys/id_rsa'])(
    'refuses %s as hidden or secret',
    async (name) => {
      const told = await preview(name);
      expect(told).toMatchObject({ isError: true, text: expect.stringContaining('hidden, or in a place for keys') });
      expect(told.text).not.toMatch(/a key|a password/);
    },
  );

  it('shows what --allow names', async () => {
    expect((await preview('.ssh/id_rsa', { allow: [join(S, '.ssh')] })).text).toBe('a key');
  });

  it.each<[object, string]>([
    [{}, 'Missing required argument: path'],
    [{ path: '' }, 'Invalid argument: path must be a non-empty string'],
    [{ path: 'note.md' }, `Invalid argument: path must be an absolute path (starting with /)${hint(S)}`],
    [{ path: join(S, 'none') }, `File not found: ${join(S, 'none')}`],
    [{ path: join(S, 'escape') }, `Invalid argument: Path outside scope: ${join(S, 'escape')}${hint(S)}`],
    [{ path: `${S}/../x` }, `Invalid argument: Path outside scope: ${join(S, '..', 'x')}${hint(S)}`],
  ])('refuses %j', async (args, text) => {
    expect(await ask('preview_file', args, { allow: [S] })).toMatchObject({ text, isError: true });
  });

  it('says what cannot be read, without the words of the system', async () => {
    const path = join(S, 'locked.txt');
    const told = await asNobody(() => preview('locked.txt'));
    expect(told).toMatchObject({ text: `Query failed: Unable to read: ${path}`, isError: true });
  });

  it('waits for room before it reads a picture, and reads none without', async () => {
    const asked: number[] = [];
    const reserve = async (bytes: number) => void asked.push(bytes);
    await preview('a.png', { reserve });
    await preview('note.md', { reserve });
    expect(asked).toEqual([Math.ceil(PICTURE.length / 3) * 4 * 6]);
    const busy = new BusyFailure();
    const told = await preview('a.png', { reserve: () => Promise.reject(busy) });
    expect(told).toMatchObject({ text: busy.message, isError: true });
  });
});
