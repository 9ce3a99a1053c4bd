import * as z from 'zod';

export const bookIdArgument = z.string().describe('Book id: lower-case letters, digits and hyphens, such as ai-python');
export const pathArgument = z.string().describe('Path of the lesson, such as content/01-Part/01-Chapter/01-intro.md');
export const userIdArgument = z
  .string()
  .optional()
  .describe("A user id: that user's own version instead of the shared one");
export const assetTypeArgument = z.enum(['img', 'slides', 'videos', 'audio']);
