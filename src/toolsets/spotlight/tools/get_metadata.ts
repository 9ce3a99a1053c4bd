import * as z from 'zod';
import { published, requiredText } from '../arguments.ts';
import { fileNotFound, unreadable } from '../failures.ts';
import { allAttributes } from '../metadata.ts';
import { sortedJson } from '../metadata-value.ts';
import { codeOf } from '../scope.ts';
import { lookingTool } from '../world.ts';

export const getMetadata = lookingTool({
  name: 'get_metadata',
  title: 'Get metadata of a file',
  description:
    'Tells what is known about a file or directory: size, dates, type, owner, and by its type the dimensions and camera of an image, title and duration of audio, ' +
    'author and pages of a document, tags.',
  input: published({ path: { type: 'string', description: 'Absolute path of the file' } }, ['path']),
  output: z.looseObject({}),
  look: async (args, { world }) => {
    const path = requiredText(args, 'path');
    const real = await world.territory.file(path);
    const data = await allAttributes(real, (file, type) => world.metadata.tell(file, type)).catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? fileNotFound(path) : unreadable(path);
    });
    return { text: sortedJson(data), data };
  },
});
