type Method = (...args: never[]) => Promise<unknown>;

type Observers<T> = {
  readonly [K in keyof T]?: T[K] extends Method ? (seconds: number, result: Awaited<ReturnType<T[K]>>) => void : never;
};

/** The same object, but some methods tell how long they took and what they gave when they have succeeded. */
export function observed<T extends object>(target: T, observers: Observers<T>): T {
  const wrapped = new Map<PropertyKey, unknown>();
  for (const [name, observe] of Object.entries(observers) as [string, (seconds: number, result: unknown) => void][]) {
    const method = Reflect.get(target, name) as Method;
    wrapped.set(name, async (...args: never[]) => {
      const started = performance.now();
      const result = await method.apply(target, args);
      observe((performance.now() - started) / 1000, result);
      return result;
    });
  }
  return new Proxy(target, {
    get: (_, key) => {
      if (wrapped.has(key)) return wrapped.get(key);
      const value: unknown = Reflect.get(target, key, target);
      if (typeof value !== 'function') return value;
      // Private members live on the object itself, not on its proxy.
      const bound: unknown = value.bind(target);
      wrapped.set(key, bound);
      return bound;
    },
  });
}
