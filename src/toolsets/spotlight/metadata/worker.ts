import { parentPort } from 'node:worker_threads';
import { richMetadata } from './rich.ts';
import type { Question } from './thread.ts';

parentPort?.on('message', ({ id, path, contentType }: Question) => {
  void richMetadata(path, contentType).then((told) => parentPort?.postMessage({ id, told }));
});
