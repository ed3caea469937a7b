import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../../db/index.ts';

type OperatorSessionRow = Selectable<Schema['operator_sessions']>;

/** Either operatorId or tokenId is set. */
export interface OperatorSession {
  sha256: string;
  operatorId: string | null;
  tokenId: string | null;
  method: OperatorSessionRow['method'];
  secondFactor: OperatorSessionRow['second_factor'];
  address: string;
  userAgent: string;
  createdAtMs: number;
  expiresAtMs: number;
  /** When the holder last proved their identity. */
  authenticatedAtMs: number;
  lastSeenAtMs: number;
}

const columns = [
  'sha256',
  'operator_id as operatorId',
  'token_id as tokenId',
  'method',
  'second_factor as secondFactor',
  'address',
  'user_agent as userAgent',
  'created_at as createdAtMs',
  'expires_at as expiresAtMs',
  'authenticated_at as authenticatedAtMs',
  'last_seen_at as lastSeenAtMs',
] as const;

/** A session belongs to a person or to an operator token. */
export type OperatorSessionHolder = { operatorId: string } | { tokenId: string };

/** Public id of a session: part of a hash of a long random secret, so it reveals nothing. */
export const operatorSessionIdOf = ({ sha256 }: { sha256: string }): string => sha256.slice(0, 24);

export const insertOperatorSession = (db: Handle, row: OperatorSessionRow) =>
  db.insertInto('operator_sessions').values(row).execute();

export const findOperatorSession = (db: Handle, sha256: string): Promise<OperatorSession | undefined> =>
  db.selectFrom('operator_sessions').select(columns).where('sha256', '=', sha256).executeTakeFirst();

/** Most recently used first. */
export const listOperatorSessions = (
  db: Handle,
  holder: OperatorSessionHolder,
  nowMs: number,
): Promise<OperatorSession[]> => {
  const live = db.selectFrom('operator_sessions').select(columns).where('expires_at', '>', nowMs);
  const held =
    'operatorId' in holder
      ? live.where('operator_id', '=', holder.operatorId)
      : live.where('token_id', '=', holder.tokenId);
  return held.orderBy('last_seen_at', 'desc').orderBy('sha256').execute();
};

export const updateOperatorSession = (
  db: Handle,
  sha256: string,
  change: Partial<Pick<OperatorSessionRow, 'last_seen_at' | 'authenticated_at' | 'second_factor'>>,
) => db.updateTable('operator_sessions').set(change).where('sha256', '=', sha256).execute();

export const deleteOperatorSession = (db: Handle, sha256: string) =>
  db.deleteFrom('operator_sessions').where('sha256', '=', sha256).execute();

export const deleteExpiredOperatorSessions = (db: Handle, nowMs: number) =>
  db.deleteFrom('operator_sessions').where('expires_at', '<=', nowMs).execute();

export const deleteOperatorSessionsOf = (db: Handle, operatorId: string) =>
  db.deleteFrom('operator_sessions').where('operator_id', '=', operatorId).execute();
