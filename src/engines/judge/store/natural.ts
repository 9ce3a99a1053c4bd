const DIGITS = 20;

/** A text that sorts as people count: digits are padded to 20 places, letters are made small. */
export function naturalKey(id: string): string {
  return id.replace(/\d+|\D+/g, (run) => (/^\d/.test(run) ? run.padStart(DIGITS, '0') : run.toLowerCase()));
}
