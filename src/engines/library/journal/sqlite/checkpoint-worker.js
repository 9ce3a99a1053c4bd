// Plain JavaScript, because a worker thread starts from a file that Node itself can read.
import { statSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { parentPort, workerData } from 'node:worker_threads';
import { DatabaseSync } from '@photostructure/sqlite';

const url = pathToFileURL(workerData);
// A file that was moved away meanwhile is not to be made anew.
url.searchParams.set('mode', 'rw');
let opened;

parentPort.on('message', ({ id }) => {
  let isComplete = false;
  try {
    isComplete = takeOver();
  } catch {
    // The log stays as it is; the connection that writes it tells when that becomes a problem.
  }
  parentPort.postMessage({ id, answer: { isComplete } });
});

/** Statements are let go of by the garbage collector alone, and a connection that has one is not really closed: so they are kept as long as the log is the same file. */
function takeOver() {
  if (opened === undefined || opened.log !== logFile()) {
    opened?.sqlite.close();
    const sqlite = new DatabaseSync(url);
    // The log is synced before pages of it go into the file, and the file before the log may begin anew: commits do not wait for the disk.
    sqlite.exec('pragma synchronous = normal; pragma fullfsync = on');
    opened = {
      sqlite,
      checkpoint: sqlite.prepare('pragma wal_checkpoint(passive)'),
      version: sqlite.prepare('pragma user_version'),
      log: undefined,
    };
  }
  const [{ busy, log, checkpointed }] = opened.checkpoint.all();
  // One that was opened while the log was moved away looks at another one.
  opened.log = logFile();
  const isComplete = busy === 0 && log === checkpointed;
  if (isComplete) beginAnew(opened);
  return isComplete;
}

function logFile() {
  const found = statSync(`${workerData}-wal`, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev} ${found.ino}`;
}

/** The first commit from now on begins the log anew, and SQLite waits until its new header is on the disk. So it is made here: of a value that nobody uses, as it is. */
function beginAnew({ sqlite, version }) {
  try {
    const [{ user_version: unused }] = version.all();
    sqlite.exec(`pragma user_version = ${unused}`);
  } catch {
    // Somebody else is quicker.
  }
}
