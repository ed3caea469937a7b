import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

const { path } = workerData as { path: string };
const database = new DatabaseSync(path);
// Waiting for a writer would only hold up the writer: what is not possible now is possible next time.
database.exec('pragma busy_timeout = 0; pragma synchronous = normal');

parentPort!.on('message', (mode: 'passive' | 'restart' | 'close') => {
  if (mode === 'close') {
    database.close();
    parentPort!.close();
    return;
  }
  try {
    database.exec(`pragma wal_checkpoint(${mode})`);
  } catch {
    // Busy: the log stays as it is until the next call.
  }
  parentPort!.postMessage('done');
});
