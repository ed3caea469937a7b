import type { Database } from '../../db/index.ts';
import type { Encryption } from '../../encryption/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Log } from '../../lib/log.ts';
import { createS3Bucket, type S3BucketSettings, type S3Call } from '../../lib/s3/s3-bucket.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import { createObjectContent } from '../content/object-content.ts';
import { createCheckAtStart } from './check-at-start.ts';
import { createObjectSweep } from './object-sweep.ts';

interface ObjectStorageSettings extends S3BucketSettings {
  /** Of the keys. Empty, or with a slash at the end. */
  prefix: string;
}

interface ObjectStorageDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  jobs: Pick<Jobs, 'define' | 'enqueue'>;
  encryption: Encryption;
  fetch: SafeFetch;
  /** Undefined: no object storage is configured. */
  settings: ObjectStorageSettings | undefined;
}

/** The bucket that FRONTDESK_FILES names, with its check at the start and its daily sweep. */
export const createObjectStorage = (dependencies: ObjectStorageDependencies) => {
  const { db, clock, log, jobs, encryption, fetch, settings } = dependencies;
  const listeners = new Set<(call: S3Call) => void>();
  const onCall = (call: S3Call): void => {
    for (const listener of listeners) listener(call);
  };
  const content =
    settings &&
    createObjectContent({
      bucket: createS3Bucket({ fetch, clock, settings, onCall }),
      prefix: settings.prefix,
    });
  const sweep = createObjectSweep({ db, clock, log, jobs, content });

  return {
    /** Undefined if it is not configured. */
    content,
    /** Rejects with the reason if files cannot be stored or read. */
    check: createCheckAtStart({ db, clock, encryption, content }),
    /** After the check: the sweep removes objects of a bucket that belongs to this database. */
    startSweep: sweep.start,
    /** Removes objects without a file now. */
    sweep: sweep.run,
    /** For metrics. */
    onCall: (listener: (call: S3Call) => void): void => void listeners.add(listener),
  };
};
