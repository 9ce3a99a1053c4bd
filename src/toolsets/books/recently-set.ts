/** Remembers a number of things, and forgets the one that was set longest ago. */
export class RecentlySet<Key, Value> {
  readonly #values = new Map<Key, Value>();

  constructor(private readonly most: number) {}

  get(key: Key): Value | undefined {
    return this.#values.get(key);
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.most) return;
    const { value: oldest } = this.#values.keys().next();
    if (oldest !== undefined) this.#values.delete(oldest);
  }
}
