import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

type TokenRow = Selectable<Schema['operator_tokens']>;

/** Without its secret. */
export interface OperatorToken {
  id: string;
  name: string;
  kind: TokenRow['kind'];
  role: TokenRow['role'];
  /** null: valid in every workspace. */
  workspaceId: string | null;
  createdBy: string;
  createdAtMs: number;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
  lastUsedAtMs: number | null;
}

const columns = [
  'id',
  'name',
  'kind',
  'role',
  'workspace_id as workspaceId',
  'created_by as createdBy',
  'created_at as createdAtMs',
  'expires_at as expiresAtMs',
  'revoked_at as revokedAtMs',
  'last_used_at as lastUsedAtMs',
] as const;

export const insertToken = (db: Handle, token: OperatorToken & { sha256: string }) =>
  db
    .insertInto('operator_tokens')
    .values({
      id: token.id,
      name: token.name,
      kind: token.kind,
      role: token.role,
      workspace_id: token.workspaceId,
      sha256: token.sha256,
      created_by: token.createdBy,
      created_at: token.createdAtMs,
      expires_at: token.expiresAtMs,
      revoked_at: token.revokedAtMs,
      last_used_at: token.lastUsedAtMs,
    })
    .execute();

export const findTokenByHash = (db: Handle, sha256: string): Promise<OperatorToken | undefined> =>
  db.selectFrom('operator_tokens').select(columns).where('sha256', '=', sha256).executeTakeFirst();

export const findTokenById = (db: Handle, id: string): Promise<OperatorToken | undefined> =>
  db.selectFrom('operator_tokens').select(columns).where('id', '=', id).executeTakeFirst();

/** Tokens of one workspace. With null: those that are valid in all. Newest first. */
export const listTokens = async (
  db: Handle,
  workspaceId: string | null,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ tokens: OperatorToken[]; total: number }> => {
  const matching = db
    .selectFrom('operator_tokens')
    .where('workspace_id', workspaceId === null ? 'is' : '=', workspaceId);
  const tokens = await matching
    .select(columns)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { tokens, total: Number(total) };
};

const live = (db: Handle, workspaceId: string | null, nowMs: number) =>
  db
    .selectFrom('operator_tokens')
    .where('workspace_id', workspaceId === null ? 'is' : '=', workspaceId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]));

export const hasInstallationOwner = async (db: Handle, nowMs: number): Promise<boolean> =>
  (await live(db, null, nowMs).select('id').where('role', '=', 'owner').limit(1).executeTakeFirst()) !==
  undefined;

export const countLiveTokens = async (
  db: Handle,
  workspaceId: string | null,
  nowMs: number,
): Promise<number> => {
  const { total } = await live(db, workspaceId, nowMs)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
};

/** Ends the token and its sessions. Returns the token's name, or undefined if it was not live. */
export const revokeToken = async (
  db: Handle,
  { id, workspaceId, nowMs }: { id: string; workspaceId: string | null; nowMs: number },
): Promise<string | undefined> => {
  const row = await db
    .updateTable('operator_tokens')
    .set({ revoked_at: nowMs })
    .where('id', '=', id)
    .where('workspace_id', workspaceId === null ? 'is' : '=', workspaceId)
    .where('revoked_at', 'is', null)
    .returning('name')
    .executeTakeFirst();
  if (row) await db.deleteFrom('operator_sessions').where('token_id', '=', id).execute();
  return row?.name;
};

/** Returns the ids of the tokens that ended, with their sessions. */
export const revokeTokensOfKind = async (
  db: Handle,
  kind: TokenRow['kind'],
  nowMs: number,
): Promise<string[]> => {
  const rows = await db
    .updateTable('operator_tokens')
    .set({ revoked_at: nowMs })
    .where('kind', '=', kind)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('operator_sessions').where('token_id', 'in', ids).execute();
  return ids;
};

/** Ends preset tokens except `keptSha256`, and their sessions. Revoked ones are kept, so that they stay revoked. */
export const deleteLivePresets = async (db: Handle, keptSha256: string | undefined): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('operator_tokens')
    .where('kind', '=', 'preset')
    .where('revoked_at', 'is', null)
    .$if(keptSha256 !== undefined, (query) => query.where('sha256', '!=', keptSha256!))
    .executeTakeFirst();
  return Number(numDeletedRows);
};

/** Ends its sessions too. */
export const deleteToken = (db: Handle, id: string) =>
  db.deleteFrom('operator_tokens').where('id', '=', id).execute();

export const touchToken = (db: Handle, id: string, nowMs: number) =>
  db.updateTable('operator_tokens').set({ last_used_at: nowMs }).where('id', '=', id).execute();
