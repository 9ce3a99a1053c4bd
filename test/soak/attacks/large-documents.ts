import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import type { Attack } from './attack.ts';
import { flood, poured } from './floods.ts';

const PDF_BYTES = 60_000_000;

export const metadataOfLargeDocuments: Attack = {
  over: 'http',
  rule: '64 questions at once about a PDF of 60 MB do not fill the memory',
  prepare({ folder, times }) {
    const picture = 'x'.repeat(times(PDF_BYTES));
    const stream = `<< /Length ${picture.length} >>\nstream\n${picture}\nendstream`;
    writeFileSync(join(folder, 'large.pdf'), pdf(['a page'], '/Info << /Title (Large) >>', [stream]));
    return { options: ['--allow', folder] };
  },
  async run(target) {
    await flood(target.times(64), 64, () => poured(target, 'get_metadata', { path: join(target.folder, 'large.pdf') }));
  },
};
