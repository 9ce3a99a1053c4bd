// Plain JavaScript, because a worker thread starts from a file that Node itself can read.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

const url = pathToFileURL(workerData);
// A file that was moved away meanwhile is not to be made anew.
url.searchParams.set('mode', 'rw');
const sqlite = new DatabaseSync(url);
sqlite.exec('pragma fullfsync = on');

parentPort.on('message', ({ id }) => {
  try {
    sqlite.exec('pragma wal_checkpoint(passive)');
  } catch {
    // The log stays as it is; the connection that writes it tells when that becomes a problem.
  }
  parentPort.postMessage({ id, answer: 'done' });
});
