import type { Handle } from '../../db/index.ts';
import { type Encryption, wholeColumn } from '../../encryption/index.ts';
import type { SourceCredentials } from './source.ts';

export const encryptedSourceCredentials = wholeColumn('source_credentials', 'source_id', 'credentials');

const placeOf = (sourceId: string) => ['source_credentials.credentials', sourceId] as const;

/** Undefined removes them. */
export const saveCredentials = async (
  tx: Handle,
  encryption: Encryption,
  sourceId: string,
  credentials: SourceCredentials | undefined,
): Promise<void> => {
  await tx.deleteFrom('source_credentials').where('source_id', '=', sourceId).execute();
  if (!credentials) return;
  await tx
    .insertInto('source_credentials')
    .values({
      source_id: sourceId,
      credentials: encryption.encrypt(JSON.stringify(credentials), placeOf(sourceId)),
      encryption_key_id: encryption.keyId,
    })
    .execute();
};

export const findCredentials = async (
  db: Handle,
  encryption: Encryption,
  sourceId: string,
): Promise<SourceCredentials | undefined> => {
  const row = await db
    .selectFrom('source_credentials')
    .select('credentials')
    .where('source_id', '=', sourceId)
    .executeTakeFirst();
  return row && (JSON.parse(encryption.decrypt(row.credentials, placeOf(sourceId))) as SourceCredentials);
};

export const sourcesWithCredentials = async (
  db: Handle,
  sourceIds: readonly string[],
): Promise<Set<string>> => {
  if (sourceIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('source_credentials')
    .select('source_id')
    .where('source_id', 'in', sourceIds)
    .execute();
  return new Set(rows.map((row) => row.source_id));
};
