import { createHash } from 'node:crypto';
import { createServiceSecret } from '../../auth/index.ts';
import type { Database } from '../../db/index.ts';
import type { Encryption } from '../../encryption/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { S3StorageError } from '../../lib/s3/s3-storage-error.ts';
import type { ObjectContent } from '../content/object-content.ts';
import { listNewestIn } from '../file-store.ts';

/** Name of the object that says to which installation the other objects belong. It is not the ID of a file. */
const markerName = 'frontdesk-installation';
const markerBytes = 32;
/** One object may be lost. If all of the newest are missing, it is another bucket. */
const filesLookedFor = 5;

interface CheckDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  content: ObjectContent | undefined;
}

/**
 * Rejects if the setting does not fit the database: the storage cannot be used, it is another bucket than before, or
 * another installation uses it. Each would lose files: the sweep removes objects that this database does not know.
 */
export const createCheckAtStart = ({ db, clock, encryption, content }: CheckDependencies) => {
  const secret = createServiceSecret({ db, clock, encryption, name: 'object-storage' });
  /** The same for all processes of this database, also after a restore. */
  const installation = async (): Promise<string> =>
    createHash('sha256')
      .update(await secret())
      .digest('hex')
      .slice(0, markerBytes);

  const requireNone = async (): Promise<void> => {
    const [file] = await listNewestIn(db.query, 'objects', 1);
    if (file)
      throw new Error(
        `FRONTDESK_FILES is not set, but files are in object storage, such as ${file.id}. Set it, or move them first: frontdesk move --files-to ${db.kind === 'sqlite' ? 'folder' : 'database'}`,
      );
  };

  const readMarker = async ({ bucket, prefix }: ObjectContent): Promise<string | undefined> => {
    const key = `${prefix}${markerName}`;
    if ((await bucket.size(key)) === undefined) return undefined;
    return Buffer.concat(await Array.fromAsync(bucket.get(key, 0, markerBytes - 1))).toString();
  };

  const requireOwn = async (objects: ObjectContent): Promise<void> => {
    const { bucket, prefix } = objects;
    const own = await installation();
    const found = await readMarker(objects);
    if (found !== undefined && found !== own)
      throw new Error(
        `another installation of Frontdesk uses it (object ${prefix}${markerName}). Use another bucket or prefix`,
      );
    const newest = await listNewestIn(db.query, 'objects', filesLookedFor);
    const sizes = await Promise.all(newest.map(({ id }) => objects.sizeOf(id)));
    if (newest.length > 0 && sizes.every((size) => size === undefined))
      throw new Error(
        `the files of this database are not there, such as ${prefix}${newest[0]!.id}. Use the bucket and prefix as before, or copy all objects first`,
      );
    const bytes = Buffer.from(own);
    // Also shows whether objects can be written.
    await bucket.put(`${prefix}${markerName}`, {
      bytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
  };

  return async (): Promise<void> => {
    if (!content) return requireNone();
    try {
      // The first request: its error names a wrong bucket, key or region.
      await content.bucket.list(content.prefix, { limit: 1 });
      await requireOwn(content);
    } catch (error) {
      throw new Error(`FRONTDESK_FILES cannot be used: ${(error as Error).message}`, {
        cause: error instanceof S3StorageError ? error : undefined,
      });
    }
  };
};
