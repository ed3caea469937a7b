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

/** Whether the service can start with the current key. */
export const checkSecretKey = async (db: Database, config: Config): Promise<Finding> => {
  const { secretKey, secretKeyFile } = config;
  const { current, retiring } = await readUsedKeys(db.query);
  if (retiring) return fail(what, 'a rotation is not finished', 'run "frontdesk secrets rotate" again');
  const key = secretKey ?? readKeyFile(secretKeyFile)?.[0];
  const place = secretKey ? 'FRONTDESK_SECRET_KEY' : secretKeyFile;
  if (!key)
    return current === undefined
      ? ok(what, `${secretKeyFile}, the next start creates it`)
      : fail(
          what,
          `key ${current} is missing`,
          `set FRONTDESK_SECRET_KEY, or copy the key file to ${secretKeyFile}`,
        );
  if (current !== undefined && current !== key.id)
    return fail(
      what,
      `${place} contains key ${key.id}, but the database needs ${current}`,
      'set that key; to change the key, run "frontdesk secrets rotate"',
    );
  if (!secretKey && statSync(secretKeyFile).mode & openToOthers)
    return warn(what, `other accounts can read ${secretKeyFile}`, `chmod 600 ${secretKeyFile}`);
  const plainRows = await countPlainRows(db);
  return plainRows > 0
    ? warn(what, `${plainRows} rows are not encrypted yet`, 'the next start encrypts them')
    : ok(what, `${key.id}, from ${place}`);
};
