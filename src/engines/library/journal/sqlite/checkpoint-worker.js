// Plain JavaScript, because a worker thread starts from a file that Node itself can read.
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

const url = pathToFileURL(workerData);
// A file that was moved away meanwhile is not to be made anew.
url.searchParams.set('mode', 'rw');

parentPort.on('message', ({ id }) => {
  let isComplete = false;
  try {
    isComplete = takeOver();
  } catch {
    // The log stays as it is; the connection that writes it tells when that becomes a problem.
  }
  parentPort.postMessage({ id, answer: { isComplete } });
});

/** With a connection of its own each time: one that was opened while the log was moved away would look at another log for ever. */
function takeOver() {
  const sqlite = new DatabaseSync(url);
  try {
    // The log is synced before pages of it go into the file, and the file before the log may begin anew: commits do not wait for the disk.
    sqlite.exec('pragma synchronous = normal; pragma fullfsync = on');
    const [{ busy, log, checkpointed }] = sqlite.prepare('pragma wal_checkpoint(passive)').all();
    const isComplete = busy === 0 && log === checkpointed;
    if (isComplete) beginAnew(sqlite);
    return isComplete;
  } finally {
    sqlite.close();
  }
}

/** The first commit from now on begins the log anew, and SQLite waits until its new header is on the disk. So it is made here: of a value that nobody uses, as it is. */
function beginAnew(sqlite) {
  const [{ user_version: version }] = sqlite.prepare('pragma user_version').all();
  try {
    sqlite.exec(`pragma user_version = ${version}`);
  } catch {
    // Somebody else is quicker.
  }
}
