import type { Store } from '../store/store.ts';
import { HttpProblem } from './http-problem.ts';

const SWITCH = 'token_auth_enabled';

/** Lets requests with an active token pass, and all of them while tokens are switched off. */
export function requireToken(store: Store, header = ''): void {
  if (store.setting(SWITCH) === 'false') return;
  const token = header.startsWith('Bearer ') ? header.slice('Bearer '.length).trim() : '';
  if (token !== '' && store.tokens.accepts(token)) return;
  throw new HttpProblem(401, 'missing or invalid token', { headers: { 'www-authenticate': 'Bearer' } });
}

/** Switches the need for tokens on or off, for every process on this database. */
export function setTokenAuth(store: Store, on: boolean): void {
  store.setSetting(SWITCH, String(on));
}
