// Plain JavaScript on purpose: a thread that runs only one statement need not load the type stripper, which
// costs half a second and 70 MB in each thread.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData.path);
// Waiting for a writer would only delay the writer. The next checkpoint does what was not possible now.
database.exec('pragma busy_timeout = 0; pragma synchronous = normal');

parentPort.on('message', (/** @type {'passive' | 'restart' | 'close'} */ mode) => {
  if (mode === 'close') {
    database.close();
    parentPort.close();
    return;
  }
  try {
    database.exec(`pragma wal_checkpoint(${mode})`);
  } catch (error) {
    // Usually busy: the log stays unchanged until the next call. The main thread decides when to make the writer wait.
    parentPort.postMessage({ errcode: error.errcode, message: error.message });
    return;
  }
  parentPort.postMessage(undefined);
});
