import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { Reading } from '../documents/reading.ts';
import type { DocumentFormat } from '../types/content-type.ts';
import type { ReadReply, ReadRequest, Task, WorkerSettings } from './protocol.ts';
import { SearchWorker } from './search-worker.ts';

const settings = workerData as WorkerSettings;
const port = parentPort as MessagePort;
const reading = new Map<number, (reading: Reading) => void>();
let lastRead = 0;
const worker = new SearchWorker(settings, { now: Date.now, grainMs: settings.clockGrainMs }, readText, (report) =>
  port.postMessage(report),
);

port.on('message', (message: { id: number; request: Task } | ReadReply) => {
  if ('request' in message) return answer(message.id, message.request);
  reading.get(message.read)?.(message.reading);
  reading.delete(message.read);
});

function answer(id: number, task: Task): void {
  void worker.answer(task).then(
    (part) => port.postMessage({ id, answer: part }),
    (error: unknown) => port.postMessage({ id, failure: error instanceof Error ? error.message : String(error) }),
  );
}

function readText(path: string, format: DocumentFormat): Promise<Reading> {
  const read = ++lastRead;
  port.postMessage({ read, path, format } satisfies ReadRequest);
  return new Promise((resolve) => reading.set(read, resolve));
}
