import * as z from 'zod';

/** An argument that may be left out; null counts as left out. */
export function optional<Shape extends z.ZodType>(shape: Shape, description: string) {
  return z.preprocess((value) => value ?? undefined, shape.optional()).describe(description);
}
