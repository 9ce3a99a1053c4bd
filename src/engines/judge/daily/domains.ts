const HOUR_MS = 3_600_000;

/** The two sites of LeetCode; each has its own challenges, by its own calendar. */
export const DOMAINS = { com: { offsetMs: 0, zone: 'UTC' }, cn: { offsetMs: 8 * HOUR_MS, zone: 'UTC+8' } } as const;

export type Domain = keyof typeof DOMAINS;

/** The day that it is there. */
export function todayOf(domain: Domain, now: Date): string {
  return new Date(now.getTime() + DOMAINS[domain].offsetMs).toISOString().slice(0, 10);
}
