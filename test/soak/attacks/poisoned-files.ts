import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { pdf } from '../../../src/engines/filesearch/documents/testing/pdf.ts';
import type { Attack } from './attack.ts';
import { flood, poured } from './floods.ts';

export const poisonedFiles: Attack = {
  over: 'http',
  rule: 'one small PDF or HEIC that no reader gets through does not keep the files beside it from being found',
  prepare({ folder }) {
    writeFileSync(join(folder, 'bomb.pdf'), bombPdf(100_000_000));
    writeFileSync(join(folder, 'loop.pdf'), loopPdf());
    writeFileSync(join(folder, 'loop.heic'), endlessHeic());
    for (const place of ['letter.txt', 'letter.md']) writeFileSync(join(folder, place), 'a needle in a letter');
    writeFileSync(join(folder, 'letter.pdf'), pdf(['a needle in a letter']));
    return { options: ['--allow', folder, '--budget', '3000'] };
  },
  async run(target) {
    const { folder, call, times } = target;
    const pictures = ['loop.heic', 'bomb.pdf', 'loop.pdf'].map((name) => join(folder, name));
    await flood(Math.max(6, times(30)), 6, (index) => poured(target, 'get_metadata', { path: pictures[index % 3] }));
    let told = '';
    for (let round = 0; round < 3; round++) {
      const { json } = await call('search', { query: 'needle', scope: folder });
      told = JSON.stringify(json.result);
    }
    for (const name of ['letter.txt', 'letter.md', 'letter.pdf']) {
      if (!told.includes(join(folder, name))) throw new Error(`${name} is not found beside them: ${told}`);
    }
    const { json } = await call('get_metadata', { path: join(folder, 'letter.pdf') });
    if (json.result.structuredContent?.kMDItemNumberOfPages !== 1) {
      throw new Error(`a sound PDF beside them is not read: ${JSON.stringify(json)}`);
    }
  },
};

/** A page whose few bytes inflate to text without end. */
function bombPdf(bytes: number): Buffer {
  const content = deflateSync('(a) Tj '.repeat(bytes / 7), { level: 9 });
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>',
    `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString('latin1')}\nendstream`,
  ];
  const body = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('');
  return Buffer.from(`%PDF-1.4\n${body}trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n`, 'latin1');
}

/** Pages that are their own parents. */
function loopPdf(): Buffer {
  return Buffer.from(
    '%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n' +
      '2 0 obj\n<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2000000000 >>\nendobj\n' +
      'trailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n',
  );
}

/** After its head comes a box of no length, over which some readers never get. */
function endlessHeic(): Buffer {
  const head = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1');
  return Buffer.concat([head, Buffer.from('\0\0\0\0free'), Buffer.alloc(93 - head.length - 8)]);
}
