import { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { LocalAccounts } from './accounts.ts';

const standing = (uid: number | undefined, own: number, ambiguous: number) =>
  new LocalAccounts({ ownerOf: async () => uid }, own, ambiguous).standingOf(new Socket());

it.each([
  [1000, 1000, -1, 'own'],
  [0, 1000, -1, 'own'],
  [1001, 1000, -1, 'other'],
  [1000, 0, -1, 'other'],
  [undefined, 1000, -1, 'unknown'],
  // In a user namespace, 65534 is every account that has no number there.
  [65_534, 65_534, 65_534, 'unknown'],
  [65_534, 65_534, -1, 'own'],
] as const)(
  'a connection of %s to a server of %s (unknown ones are shown as %s) is %s',
  async (uid, own, ambiguous, wanted) => {
    expect(await standing(uid, own, ambiguous)).toBe(wanted);
  },
);

it('the owner of a connection is looked up once', async () => {
  let looks = 0;
  const accounts = new LocalAccounts({ ownerOf: async () => ++looks }, 1, -1);
  const socket = new Socket();
  expect([await accounts.standingOf(socket), await accounts.standingOf(socket)]).toEqual(['own', 'own']);
  expect(looks).toBe(1);
});
