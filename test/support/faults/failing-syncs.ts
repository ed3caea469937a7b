/**
 * Loaded before the service by a test. After the message `wal` or `files` every sync of that kind fails, as
 * on a broken disk.
 */
import fs from 'node:fs';
import { open } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

const failing = new Set<unknown>();
process.on('message', (kind) => {
  failing.add(kind);
  process.send?.('armed');
});
// The channel must not keep the service alive.
process.channel?.unref();

const diskError = () => Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });

const realSync = fs.fdatasync;
fs.fdatasync = ((fileDescriptor: number, done: (error: NodeJS.ErrnoException | null) => void) => {
  if (failing.has('wal')) setImmediate(done, diskError());
  else realSync(fileDescriptor, done);
}) as typeof fs.fdatasync;
syncBuiltinESMExports();

const anyFile = await open(import.meta.filename);
const handles = Object.getPrototypeOf(anyFile) as { datasync(): Promise<void> };
await anyFile.close();
const realDatasync = handles.datasync;
handles.datasync = function datasync(): Promise<void> {
  return failing.has('files') ? Promise.reject(diskError()) : realDatasync.call(this);
};
