import { join } from 'node:path';
import type { Config } from '../../config/index.ts';
import { UsageError } from '../command.ts';
import { withAllRooms } from '../open-all-rooms.ts';

const filesPerNotice = 1000;
const mostNamed = 20;
const places = ['object-storage', 'folder', 'database'] as const;

const count = (value: number): string => value.toLocaleString('en-US');
const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

const readPlace = (value: string, { databaseUrl }: Config): 'objects' | 'local' => {
  if (!(places as readonly string[]).includes(value))
    throw new UsageError(`--files-to must be one of ${places.join(', ')}`);
  if (value === 'object-storage') return 'objects';
  const expected = databaseUrl ? 'database' : 'folder';
  if (value !== expected)
    throw new UsageError(
      `--files-to must be ${expected} or object-storage: files are in the ${expected} with ${databaseUrl ? 'PostgreSQL' : 'SQLite'}`,
    );
  return 'local';
};

/** Moves the contents of files between object storage and the place beside the database. */
export const moveFiles = async (
  config: Config,
  target: string,
  print: (line: string) => void,
): Promise<number> => {
  const to = readPlace(target, config);
  if (!config.files) throw new Error('FRONTDESK_FILES is not set: it names the object storage');
  const { files, bytes, failed } = await withAllRooms(config, async (rooms) => {
    await rooms.objectStorage.check();
    return rooms.files.moveContents({
      to,
      temporaryFolder: join(config.dataDir, 'uploads'),
      onMoved: (moved) => {
        if (moved.files % filesPerNotice === 0)
          print(`  ${count(moved.files)} files of ${megabytes(moved.bytes)} so far`);
      },
    });
  });
  print(`Moved ${count(files)} files of ${megabytes(bytes)}; all checksums match`);
  for (const { id, name, reason } of failed.slice(0, mostNamed))
    print(`Not moved: file ${id} (${name}): ${reason}`);
  if (failed.length > mostNamed) print(`Not moved: ${count(failed.length - mostNamed)} more files`);
  if (to === 'local' && failed.length === 0)
    print('Remove FRONTDESK_FILES from the settings of all processes before you start them.');
  return failed.length > 0 ? 1 : 0;
};
