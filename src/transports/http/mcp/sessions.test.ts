import { expect, it } from 'vitest';
import type { Session } from '../../../kernel/session.ts';
import { Sessions } from './sessions.ts';

const session: Session = { answer: async () => '', notice: () => {} };
const options = { maxSessions: 3, maxSessionsEach: 2, idleMs: 1000 };

it('ids are random and belong to an address and a principal', () => {
  const sessions = new Sessions(options);
  const [one, two] = [sessions.open('/a', 'ann', session), sessions.open('/a', 'ann', session)];
  expect(one?.id).not.toBe(two?.id);
  expect(sessions.use(one?.id ?? '', '/a', 'ann')).toBe(one);
  expect(sessions.use(one?.id ?? '', '/b', 'ann')).toBeUndefined();
  expect(sessions.use(one?.id ?? '', '/a', 'bob')).toBeUndefined();
  expect(sessions.use('other', '/a', 'ann')).toBeUndefined();
});

it('a principal keeps its most recently used sessions', () => {
  const sessions = new Sessions(options);
  const [one, two] = [sessions.open('/a', 'ann', session), sessions.open('/a', 'ann', session)];
  sessions.use(one?.id ?? '', '/a', 'ann');
  sessions.open('/a', 'ann', session);
  expect(sessions.use(two?.id ?? '', '/a', 'ann')).toBeUndefined();
  expect(sessions.use(one?.id ?? '', '/a', 'ann')).toBe(one);
  expect(sessions.count).toBe(2);
});

it('others are never closed for somebody’s sake', () => {
  const sessions = new Sessions(options);
  sessions.open('/a', 'ann', session);
  sessions.open('/a', 'ann', session);
  sessions.open('/a', 'bob', session);
  expect(sessions.open('/a', 'carol', session)).toBeUndefined();
  expect(sessions.open('/a', 'bob', session)).toBeDefined();
  expect(sessions.count).toBe(3);
});

it('the idle end, the busy do not', () => {
  let now = 0;
  const sessions = new Sessions(options, () => now);
  const [idle, busy] = [sessions.open('/a', 'ann', session), sessions.open('/a', 'ann', session)];
  busy?.running.add({ idText: '1', cancel: () => {} });
  now = 1001;
  sessions.sweep();
  expect(sessions.use(idle?.id ?? '', '/a', 'ann')).toBeUndefined();
  expect(sessions.use(busy?.id ?? '', '/a', 'ann')).toBe(busy);
});

it('closing a session cancels what it is working on', () => {
  const sessions = new Sessions(options);
  const open = sessions.open('/a', 'ann', session);
  const reasons: string[] = [];
  open?.running.add({ idText: '1', cancel: (reason) => void reasons.push(reason) });
  sessions.closeAll();
  expect([reasons, sessions.count]).toEqual([['the session was closed'], 0]);
});
