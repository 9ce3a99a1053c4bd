import type { Library } from '../../../src/engines/library/commit/library.ts';
import { BASE } from '../../../src/engines/library/model/file-key.ts';
import { sha256 } from '../../../src/engines/library/model/files.ts';
import { BOOK, FILES, type History, nameOf } from '../clients.ts';

const LONG_AGO = '1970-01-01T00:00:00.000Z';

/** What a library must be when everything is settled; gives what is not so. */
export async function checkEnd(library: Library, { acknowledged }: Pick<History, 'acknowledged'>): Promise<string[]> {
  const { journal, storage } = library;
  const wrong: string[] = [];
  const left = [...(await journal.intents()), ...(await journal.groups.underWay())];
  if (left.length > 0) wrong.push(`${left.length} changes are still under way`);
  const changes = await journal.changesSince(BOOK, [BASE], LONG_AGO);
  const audited = new Map((await journal.audited(BOOK)).map((file) => [file.path, file.sha256]));
  for (const file of FILES) {
    const [row, object] = [await journal.get(file), await storage.read(file.key)];
    const stored = object && sha256(object.bytes);
    if (row?.sha256 !== stored)
      wrong.push(`${nameOf(file)}: ${row?.sha256.slice(0, 6)} is recorded, ${stored?.slice(0, 6)} is stored`);
    if (row?.sha256 !== audited.get(file.path)) wrong.push(`${nameOf(file)}: its row is not what the audit log says`);
    const isKnownAsDeleted = changes.deleted.some(({ path }) => path === file.path);
    const [last] = await journal.history.list(file, 1);
    const wasThere = last !== undefined || acknowledged.some((one) => one.file === file);
    if (row === undefined && wasThere && !isKnownAsDeleted) wrong.push(`${nameOf(file)} is gone, and nobody is told`);
    if (row !== undefined && isKnownAsDeleted) wrong.push(`${nameOf(file)} is there and said to be deleted`);
  }
  for (const { file, sha256: hash, bytes } of acknowledged) {
    if (file === FILES[3]) continue;
    const kept = await library.versions
      .read(file, { sha256: hash, size: bytes.length })
      .catch((error: unknown) => String(error));
    if (typeof kept === 'string')
      wrong.push(`${nameOf(file)}: version ${hash.slice(0, 6)} was acknowledged and is lost: ${kept}`);
  }
  wrong.push(...(await halfGroups(library)));
  const { valid, breaks } = await journal.verifyChain(BOOK);
  if (!valid) wrong.push(`the audit chain does not hold: ${JSON.stringify(breaks[0])}`);
  if ((await journal.miscounted()).length > 0) wrong.push('files were counted wrong');
  return wrong;
}

/** Readers of a pair who have seen one half of a group only. */
export function halvesSeen({ operations, pairs }: Pick<History, 'operations' | 'pairs'>): string[] {
  const groups = operations.filter(({ makes }) => Object.keys(makes).length === 2);
  return pairs.flatMap((pair) => {
    const [[a, one] = ['', null], [b, other] = ['', null]] = Object.entries(pair);
    // A file that is not there may not be there for another reason.
    const isHalf = ({ finds, makes }: History['operations'][number]) =>
      one !== null &&
      other !== null &&
      ((one === makes[a] && other === finds[b]) || (one === finds[a] && other === makes[b]));
    return groups.filter(isHalf).map(({ name }) => `half of "${name}" was read: ${JSON.stringify(pair)}`);
  });
}

/** Groups of two of which the audit log has one entry only. */
async function halfGroups({ journal }: Library): Promise<string[]> {
  const entries = new Map<string, number>();
  for (const { errorMessage, stateChange } of await journal.audit({ bookId: BOOK, limit: 10_000 })) {
    const group = /^group ([0-9a-f-]+)/.exec(errorMessage ?? '')?.[1];
    if (group !== undefined && stateChange) entries.set(group, (entries.get(group) ?? 0) + 1);
  }
  return [...entries].filter(([, count]) => count !== 2).map(([group, count]) => `group ${group} has ${count} entries`);
}
