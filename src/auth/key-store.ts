import type { Insertable } from 'kysely';
import { type Handle, prepared, type Schema } from '../db/index.ts';

export interface ApiKey {
  id: string;
  agentId: string;
  name: string;
  /** The first characters of the key, by which people recognise it. */
  prefix: string;
  createdAtMs: number;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  lastUsedAtMs: number | null;
}

const columns = [
  'id',
  'agent_id as agentId',
  'name',
  'prefix',
  'created_at as createdAtMs',
  'expires_at as expiresAtMs',
  'revoked_at as revokedAtMs',
  'last_used_at as lastUsedAtMs',
] as const;

const keyByHash = prepared<{ sha256: string }, ApiKey>((db, value) =>
  db.selectFrom('api_keys').select(columns).where('sha256', '=', value('sha256')),
);

export const findKeyByHash = async (db: Handle, sha256: string): Promise<ApiKey | undefined> =>
  (await keyByHash(db, { sha256 }))[0];

export const insertKey = (db: Handle, row: Insertable<Schema['api_keys']>) =>
  db.insertInto('api_keys').values(row).execute();

export const listKeys = (db: Handle, agentId: string): Promise<ApiKey[]> =>
  db
    .selectFrom('api_keys')
    .select(columns)
    .where('agent_id', '=', agentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** The hash of the revoked key, so that caches can drop it. Undefined if there was no such live key. */
export const revokeKey = async (
  db: Handle,
  { agentId, keyId, nowMs }: { agentId: string; keyId: string; nowMs: number },
): Promise<string | undefined> => {
  const row = await db
    .updateTable('api_keys')
    .set({ revoked_at: nowMs })
    .where('id', '=', keyId)
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .returning('sha256')
    .executeTakeFirst();
  return row?.sha256;
};

/** Sets the expiry of a live key, unless it expires earlier. False if there is none. */
export const expireKey = async (
  db: Handle,
  { agentId, keyId, atMs, nowMs }: { agentId: string; keyId: string; atMs: number; nowMs: number },
): Promise<boolean> => {
  const row = await db
    .updateTable('api_keys')
    .set((eb) => ({
      expires_at: eb.case().when('expires_at', '<', atMs).then(eb.ref('expires_at')).else(atMs).end(),
    }))
    .where('id', '=', keyId)
    .where('agent_id', '=', agentId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

export const touchKeys = (db: Handle, ids: string[], nowMs: number) =>
  db.updateTable('api_keys').set({ last_used_at: nowMs }).where('id', 'in', ids).execute();
