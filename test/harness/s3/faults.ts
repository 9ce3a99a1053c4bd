/** What a request asks for. */
export type Operation =
  | 'get'
  | 'head'
  | 'put'
  | 'copy'
  | 'delete'
  | 'list'
  | 'begin-upload'
  | 'upload-part'
  | 'complete-upload'
  | 'abort-upload'
  | 'list-uploads';

/** How a request goes wrong. What ends in `-after` is done, and the client is not told so. */
export const FAULTS = [
  'error',
  'error-after',
  'slow-down',
  'reset',
  'reset-after',
  'reset-in-request',
  'reset-in-answer',
  'half-answer',
  'hang',
  'hang-after',
] as const;
/** `late` is done long after the client has given it up. */
export type Fault = (typeof FAULTS)[number] | 'late';

/** Says which requests go wrong. */
export class Faults {
  #rules: { readonly matches: (operation: Operation, key: string) => boolean; readonly fault: Fault; left: number }[] =
    [];
  /** How many requests have gone wrong. */
  struck = 0;

  /** The next requests of a kind go wrong. */
  add(fault: Fault, operation: Operation, times = 1, keyPart = ''): void {
    const matches = (asked: Operation, key: string) => asked === operation && key.includes(keyPart);
    this.#rules.push({ matches, fault, left: times });
  }

  /** Any request goes wrong with some chance, as `random` says. */
  scatter(chance: number, random: () => number, faults: readonly Fault[]): void {
    for (const fault of faults) {
      this.#rules.push({ matches: () => random() < chance / faults.length, fault, left: Number.POSITIVE_INFINITY });
    }
  }

  clear(): void {
    this.#rules = [];
  }

  next(operation: Operation, key: string): Fault | undefined {
    const rule = this.#rules.find(({ left, matches }) => left > 0 && matches(operation, key));
    if (rule === undefined) return undefined;
    rule.left--;
    this.struck++;
    return rule.fault;
  }
}
