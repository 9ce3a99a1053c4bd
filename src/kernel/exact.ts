/** A JSON number whose source text a double would not give back, such as `9007199254740993` or `1.10`. */
export class ExactNumber {
  constructor(readonly source: string) {}

  toString(): string {
    return this.source;
  }

  toJSON(): number {
    return Number(this.source);
  }
}

/** Makes every exact number inside a JSON value a plain one, in place, and returns the value. */
export function toPlainNumbers(value: unknown): unknown {
  return mapLeaves(value, (leaf) => (leaf instanceof ExactNumber ? Number(leaf.source) : leaf));
}

/** Only a tool's arguments may carry exact numbers; the rest of the protocol knows doubles. */
export function plainParams(params: Record<string, unknown>): Record<string, unknown> {
  for (const key of Object.keys(params)) if (key !== 'arguments') params[key] = toPlainNumbers(params[key]);
  return params;
}

/** Tells a JSON object from an array, a number of either kind and everything else. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return isContainer(value) && !Array.isArray(value);
}

/** Maps every leaf of a JSON value in place; without recursion, since the value may be nested arbitrarily deep. */
export function mapLeaves(root: unknown, map: (leaf: unknown) => unknown): unknown {
  const holder: Container = { root };
  const open: Container[] = [holder];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    for (const key of Object.keys(node)) {
      const child = node[key];
      if (isContainer(child)) {
        open.push(child);
      } else {
        const mapped = map(child);
        if (mapped !== child) node[key] = mapped;
      }
    }
  }
  return holder.root;
}

type Container = Record<string, unknown>;

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null && !(value instanceof ExactNumber);
}
