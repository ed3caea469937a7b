import type { Config } from '../../config/index.ts';
import type { Database } from '../../db/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { createS3Bucket } from '../../lib/s3/s3-bucket.ts';
import { createSafeFetch } from '../../lib/safe-fetch/index.ts';
import { type Finding, fail, ok } from './finding.ts';
import { checkSizes } from './integrity/check-stored-files.ts';

const what = 'Object storage';

const hasObjects = async ({ query }: Database): Promise<boolean> =>
  (await query.selectFrom('files').select('id').where('stored_in', '=', 'objects').executeTakeFirst()) !==
  undefined;

/** Whether FRONTDESK_FILES can be used, and with `integrity` whether every file is there. Changes nothing. */
export const checkObjectStorage = async (
  db: Database,
  { files: settings, egressAllow }: Config,
  { integrity }: { integrity: boolean },
): Promise<Finding[]> => {
  if (!settings)
    return (await hasObjects(db))
      ? [fail(what, 'files are in object storage, but FRONTDESK_FILES is not set', 'set it')]
      : [];
  const fetch = createSafeFetch({ allow: egressAllow });
  try {
    const bucket = createS3Bucket({ fetch, clock: systemClock, settings });
    await bucket.list(settings.prefix, { limit: 1 });
    return [
      ok(what, `bucket ${settings.bucket} at ${settings.endpoint} answers`),
      ...(integrity
        ? await checkSizes(db, {
            what: 'Files in objects',
            storedIn: 'objects',
            sizeOf: (id) => bucket.size(settings.prefix + id),
          })
        : []),
    ];
  } catch (error) {
    return [fail(what, (error as Error).message, 'check the FRONTDESK_FILES settings and the storage')];
  } finally {
    await fetch.close();
  }
};
