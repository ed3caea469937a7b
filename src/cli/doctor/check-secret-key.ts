import { statSync } from 'node:fs';
import type { Config } from '../../config/index.ts';
import type { Database } from '../../db/index.ts';
import { encryptedColumns } from '../../encrypted-columns.ts';
import { countByKey, readKeyFile, readUsedKeys } from '../../encryption/index.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const what = 'Secret key';
const openToOthers = 0o077;

const countPlainRows = async (db: Database): Promise<number> => {
  let plain = 0;
  for (const column of encryptedColumns)
    for (const { keyId, rows } of await countByKey(db.query, column)) if (keyId === null) plain += rows;
  return plain;
};

/** Whether the service would start with the key it has. */
export const checkSecretKey = async (db: Database, config: Config): Promise<Finding> => {
  const { secretKey, secretKeyFile } = config;
  const { current, retiring } = await readUsedKeys(db.query);
  if (retiring) return fail(what, 'a rotation is unfinished', 'run "frontdesk secrets rotate" again');
  const key = secretKey ?? readKeyFile(secretKeyFile)?.[0];
  const place = secretKey ? 'FRONTDESK_SECRET_KEY' : secretKeyFile;
  if (!key)
    return current === undefined
      ? ok(what, `${secretKeyFile} will be made`)
      : fail(
          what,
          `key ${current} is missing`,
          `set FRONTDESK_SECRET_KEY, or put the file to ${secretKeyFile}`,
        );
  if (current !== undefined && current !== key.id)
    return fail(
      what,
      `${place} holds key ${key.id}, the database needs ${current}`,
      'set the right one; "frontdesk secrets rotate" changes it',
    );
  if (!secretKey && statSync(secretKeyFile).mode & openToOthers)
    return warn(what, `${secretKeyFile} can be read by other accounts`, `chmod 600 ${secretKeyFile}`);
  const plainRows = await countPlainRows(db);
  return plainRows > 0
    ? warn(what, `${plainRows} rows are not encrypted yet`, 'the next start encrypts them')
    : ok(what, `${key.id}, from ${place}`);
};
