import { createHash } from 'node:crypto';
import { createConcurrencyLimit } from '../../lib/concurrency-limit.ts';
import { AppError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import type { S3Bucket } from '../../lib/s3/s3-bucket.ts';
import { S3StorageError } from '../../lib/s3/s3-storage-error.ts';
import type { ContentStore, Seen } from './content-store.ts';
import { openSource } from './file-source.ts';

/** Larger than the smallest part that S3 accepts, 5 MB. 10,000 parts are allowed, so files can have 80 GB. */
export const partBytes = 8 * 1024 * 1024;
/** Of all uploads of this process. Each holds a part in memory. */
export const partsAtOnce = 6;
const partsOfUploadAtOnce = 3;
/** Small objects that are read or removed together. */
const callsAtOnce = 8;
const retryAfterSeconds = 10;

/** A failure of the storage as an error that a client may see. The cause is only logged. */
const asUnavailable = (error: unknown): unknown =>
  error instanceof S3StorageError && (error.failure === 'unreachable' || error.failure === 'refused')
    ? new AppError('unavailable', 'The file storage is not available. Try again later', {
        cause: error,
        retryAfterSeconds,
      })
    : error;

const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  try {
    return await work();
  } catch (error) {
    throw asUnavailable(error);
  }
};

interface ObjectContentDependencies {
  bucket: S3Bucket;
  /** Of the keys. Empty, or with a slash at the end. */
  prefix: string;
}

/** One object for each file, with the ID of the file as its name. */
export const createObjectContent = ({ bucket, prefix }: ObjectContentDependencies) => {
  const withPartSlot = createConcurrencyLimit(partsAtOnce);
  const keyOf = (id: string): string => prefix + id;

  type Source = Awaited<ReturnType<typeof openSource>>;

  /** Reads a part and sends it. `onRead` is called in between: the next part may be read then. */
  const sendPart = async (
    { source, start, seen, onRead }: { source: Source; start: number; seen: Seen; onRead?: () => void },
    send: (part: { bytes: Uint8Array; sha256: string }) => Promise<void>,
  ): Promise<void> =>
    withPartSlot(async () => {
      const hash = createHash('sha256');
      const length = Math.min(partBytes, source.sizeBytes - start);
      const bytes = await source.part(start, length, (piece) => {
        seen(piece);
        hash.update(piece);
      });
      onRead?.();
      await send({ bytes, sha256: hash.digest('hex') });
    });

  const sendAllParts = async (
    key: string,
    uploadId: string,
    source: Source,
    seen: Seen,
  ): Promise<string[]> => {
    const etags: string[] = [];
    const running = new Set<Promise<void>>();
    try {
      for (let start = 0, number = 1; start < source.sizeBytes; start += partBytes, number += 1) {
        if (running.size >= partsOfUploadAtOnce) await Promise.race(running);
        const read = Promise.withResolvers<void>();
        const at = number;
        const sending = sendPart({ source, start, seen, onRead: read.resolve }, async (part) => {
          etags[at - 1] = await bucket.putPart(key, { uploadId, number: at, ...part });
        }).finally(() => running.delete(sending));
        running.add(sending);
        // Parts are read one after the other, because their bytes are hashed in order.
        await Promise.race([read.promise, sending]);
      }
      await Promise.all(running);
      return etags;
    } catch (error) {
      await Promise.allSettled(running);
      throw error;
    }
  };

  const writeInParts = async (key: string, source: Source, seen: Seen): Promise<void> => {
    const uploadId = await bucket.startUpload(key);
    try {
      const etags = await sendAllParts(key, uploadId, source, seen);
      // If the answer was lost, the repeated call finds no upload. The size shows whether it was completed.
      await bucket.completeUpload(key, uploadId, etags).catch(async (error) => {
        if ((await bucket.size(key)) !== source.sizeBytes) throw error;
      });
    } catch (error) {
      // If this fails too, the daily sweep ends the upload.
      await bucket.abortUpload(key, uploadId).catch(() => {});
      throw error;
    }
  };

  const write: ContentStore['write'] = (_handle, id, given, seen) =>
    guarded(async () => {
      const source = await openSource(given);
      try {
        if (source.sizeBytes > partBytes) await writeInParts(keyOf(id), source, seen);
        else await sendPart({ source, start: 0, seen }, (part) => bucket.put(keyOf(id), part));
      } finally {
        await source.close();
      }
    });

  async function* pieces(id: string, first: number, last: number): AsyncGenerator<Uint8Array, void, void> {
    try {
      yield* bucket.get(keyOf(id), first, last);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  const read = async (id: string, sizeBytes: number): Promise<Uint8Array> =>
    Buffer.concat(await Array.fromAsync(pieces(id, 0, sizeBytes - 1)));

  const store: ContentStore = {
    isInDatabase: false,
    write,
    pieces,
    read,
    sources: async (files) => {
      const withLimit = createConcurrencyLimit(callsAtOnce);
      const contents = files.map(({ id, sizeBytes }) =>
        withLimit(async () => [id, { bytes: await read(id, sizeBytes) }] as const),
      );
      return new Map(await Promise.all(contents));
    },
    remove: (ids) =>
      guarded(async () => {
        const withLimit = createConcurrencyLimit(callsAtOnce);
        await Promise.all(ids.map((id) => withLimit(() => bucket.remove(keyOf(id)))));
      }),
    requireRoom: async () => {},
  };

  return {
    ...store,
    bucket,
    prefix,
    /** Undefined if there is none. */
    sizeOf: (id: string): Promise<number | undefined> => bucket.size(keyOf(id)),
    /** The ID of the file, or undefined if the object is none of ours. */
    idOf: (key: string): string | undefined => {
      const id = key.slice(prefix.length);
      return key.startsWith(prefix) && isId(id) ? id : undefined;
    },
  };
};

export type ObjectContent = ReturnType<typeof createObjectContent>;
