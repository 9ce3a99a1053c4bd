import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { uploadAsset } from '../../../toolsets/books/tools/upload_asset.ts';
import { writeContent } from '../../../toolsets/books/tools/write_content.ts';
import { add } from '../../../toolsets/cobol/tools/add.ts';
import { readArguments } from './values.ts';

const folder = mkdtempSync(join(tmpdir(), 'quartet-values-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (name: string, content: string | Buffer) => {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
};

describe('values of quartet call', () => {
  it('key=@FILE is the text of a file, as it is', () => {
    const lesson = file('lesson.md', '\ufeff# Ünï\r\n');
    expect(readArguments(writeContent, [`content=@${lesson}`])).toEqual({ content: '\ufeff# Ünï\r\n' });
    expect(readArguments(add, [`a=@${file('number', '12')}`])).toEqual({ a: 12 });
  });

  it('key=@FILE is base64 where the argument holds bytes', () => {
    const picture = file('dot.png', Buffer.from([0xff, 0x00, 0x89]));
    expect(readArguments(uploadAsset, [`binary_data=@${picture}`])).toEqual({ binary_data: '/wCJ' });
    expect(readArguments(uploadAsset, ['binary_data=/wCJ'])).toEqual({ binary_data: '/wCJ' });
  });

  it('key=- is what came on standard input', () => {
    expect(readArguments(writeContent, ['content=-'], Buffer.from('from a pipe\n'))).toEqual({
      content: 'from a pipe\n',
    });
    expect(readArguments(uploadAsset, ['binary_data=-'], Buffer.from([0xff]))).toEqual({ binary_data: '/w==' });
  });

  it('key:=JSON is JSON, also for texts that mean something else', () => {
    expect(readArguments(writeContent, ['content:="@x"', 'path:="-"'])).toEqual({ content: '@x', path: '-' });
    expect(readArguments(add, ['a:="1"', 'b:=null'])).toEqual({ a: '1', b: null });
    expect(readArguments(writeContent, ['content=a:=b'])).toEqual({ content: 'a:=b' });
    expect(readArguments(writeContent, ['content=--'])).toEqual({ content: '--' });
  });
});
