import { afterEach, beforeEach, expect, test } from 'vitest';
import { spotlightMetadata } from './metadata.ts';
import { StandInSpotlight } from './testing/spotlight.ts';

let spotlight: StandInSpotlight;
beforeEach(() => {
  spotlight = new StandInSpotlight();
});
afterEach(() => spotlight.close());

const answer = (content: string) =>
  spotlight.program('mdls', `console.log(${JSON.stringify(`<plist><dict>${content}</dict></plist>`)});`);

test('R25: attributes come from mdls, without the text of the file', async () => {
  answer(
    '<key>kMDItemTextContent</key><string>secret</string><key>kMDItemKind</key><string>PDF document</string><key>kMDItemFSInvisible</key><false/>',
  );
  const path = '/a b/"$(x)\n.pdf';
  expect(await spotlightMetadata(path)).toEqual({ kMDItemKind: 'PDF document', kMDItemFSInvisible: 0 });
  expect(spotlight.called('mdls')).toEqual(['-plist', '-', path]);
});

test('only the attributes asked for', async () => {
  answer('');
  expect(await spotlightMetadata('/a', ['kMDItemUserTags'])).toEqual({});
  expect(spotlight.called('mdls')).toEqual(['-name', 'kMDItemUserTags', '-plist', '-', '/a']);
});

test('rejects a path that could be an option, a failing program, and a missing one', async () => {
  answer('');
  await expect(spotlightMetadata('-name')).rejects.toThrow('absolute');
  expect(spotlight.called('mdls')).toBeUndefined();
  spotlight.program('mdls', 'process.exit(1)');
  await expect(spotlightMetadata('/a')).rejects.toThrow(Error);
  spotlight.remove('mdls');
  await expect(spotlightMetadata('/a')).rejects.toThrow('ENOENT');
});
