import * as z from 'zod';
import { fileNotFound, unreadable } from '../../../engines/filesearch/failures.ts';
import { allAttributes, type MetadataReader, sortedJson } from '../../../engines/filesearch/metadata/metadata.ts';
import type { ToolOutput } from '../../../kernel/tool.ts';
import { codeOf } from '../../../lib/errno.ts';
import { documentPage, textArguments, wantsText } from '../document-page.ts';
import { published, requiredText, spotlightTool } from '../spotlight-tool.ts';

/** For a file whose content takes too much to read: what the file system says is there, the rest is not. */
const INCOMPLETE = {
  'quartet/metadata': {
    complete: false,
    note: 'What the file says about itself is left out for an hour or until it changes, because reading it takes too much time or memory.',
  },
};

export const getMetadata = spotlightTool({
  name: 'get_metadata',
  title: 'Get metadata of a file',
  description:
    'Tells what is known about a file or directory: size, dates, type, owner, tags, dimensions and camera of images, title and duration of audio, ' +
    'author and pages of documents; or its text.',
  input: published({ path: { type: 'string', description: 'Absolute path' }, ...textArguments }, ['path']),
  output: z.looseObject({}),
  run: async (args, call) => {
    const { world } = call;
    const path = requiredText(args, 'path');
    const real = await world.allowedRoots.file(path);
    if (wantsText(args)) return documentPage({ path, real }, args, call);
    let meta: ToolOutput<object>['meta'];
    const read: MetadataReader = async (file, type) => {
      const metadata = await world.documents.metadata(file, type);
      if (metadata !== 'overrun') return metadata;
      meta = INCOMPLETE;
      return {};
    };
    const data = await allAttributes(real, read).catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? fileNotFound(path) : unreadable(path);
    });
    return { text: sortedJson(data), data, ...(meta && { meta }) };
  },
});
