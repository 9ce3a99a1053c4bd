import * as z from 'zod';

export const bookIdArgument = z.string().describe('Such as ai-python');
export const pathArgument = z.string().describe('Such as content/01-Part/01-Chapter/01-intro.md');
export const userIdArgument = z.string().optional().describe('Whose own version');
export const assetTypeArgument = z.enum(['img', 'slides', 'videos', 'audio']);
