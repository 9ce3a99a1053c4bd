import { fixed } from './table.js';

/** A limit from above, and whether it was kept. */
export function atMost(what, limit, value) {
  return { what, wanted: `≤ ${limit}`, measured: fixed(value, 2), met: value <= limit };
}

/** A limit from below, and whether it was kept. */
export function atLeast(what, limit, value) {
  return { what, wanted: `≥ ${limit}`, measured: fixed(value, 2), met: value >= limit };
}
