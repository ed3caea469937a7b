// Plain JavaScript on purpose: a thread that runs only one statement need not load the type stripper, which
// costs half a second and 70 MB in each thread.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData.path);
// Waiting for a writer would only delay the writer. The next checkpoint does what was not possible now.
database.exec('pragma busy_timeout = 0; pragma synchronous = normal');

const passive = database.prepare('pragma wal_checkpoint(passive)');
const restart = database.prepare('pragma wal_checkpoint(restart)');

/** Writers wait only for the restart, and the checkpoint before it has left little to do. */
const checkpoint = () => {
  const { log: pages } = passive.get();
  if (pages >= workerData.restartAtPages) restart.get();
};

parentPort.on('message', (/** @type {'checkpoint' | 'close'} */ task) => {
  if (task === 'close') {
    database.close();
    parentPort.close();
    return;
  }
  try {
    checkpoint();
  } catch (error) {
    // Usually busy: the log stays unchanged until the next call.
    parentPort.postMessage({ errcode: error.errcode, message: error.message });
    return;
  }
  parentPort.postMessage(undefined);
});
