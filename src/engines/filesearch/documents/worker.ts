import { parentPort } from 'node:worker_threads';
import { codeOf } from '../../../lib/errno.ts';
import { RegularFile } from '../metadata/regular-file.ts';
import { richMetadata } from '../metadata/rich.ts';
import type { Question, Reading } from './reading.ts';
import { fileText } from './text.ts';

type TextQuestion = Extract<Question, { readonly about: 'text' }>;

// On broken files pdf.js lets go of promises that nobody waits for; the one that is waited for tells what became of the file.
process.on('unhandledRejection', () => {});

parentPort?.on('message', ({ id, request }: { id: number; request: Question }) => {
  void readingOf(request).then((answer) => parentPort?.postMessage({ id, answer }));
});

async function readingOf(question: Question): Promise<Reading> {
  if (question.about === 'text') return textOf(question);
  return { metadata: await richMetadata(question.path, question.contentType) };
}

const ABSENT = new Set(['ENOENT', 'ENOTDIR', 'ELOOP']);

async function textOf({ path, format, isWithoutDocuments }: TextQuestion): Promise<Reading> {
  try {
    return { text: utf16(await RegularFile.use(path, (file) => fileText(format, file, isWithoutDocuments))) };
  } catch (error) {
    return ABSENT.has(codeOf(error)) ? 'gone' : 'unreadable';
  }
}

function utf16(text: string): SharedArrayBuffer {
  const units = new SharedArrayBuffer(text.length * 2);
  Buffer.from(units).write(text, 'utf16le');
  return units;
}
