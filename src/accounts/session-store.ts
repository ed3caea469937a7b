import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';

type SessionRow = Selectable<Schema['operator_sessions']>;

export const insertSession = (db: Handle, row: SessionRow) =>
  db.insertInto('operator_sessions').values(row).execute();

export const findSession = (db: Handle, sha256: string): Promise<SessionRow | undefined> =>
  db.selectFrom('operator_sessions').selectAll().where('sha256', '=', sha256).executeTakeFirst();

export const deleteSession = (db: Handle, sha256: string) =>
  db.deleteFrom('operator_sessions').where('sha256', '=', sha256).execute();

export const deleteExpiredSessions = (db: Handle, nowMs: number) =>
  db.deleteFrom('operator_sessions').where('expires_at', '<=', nowMs).execute();

export const deleteSessionsOf = (db: Handle, operatorId: string) =>
  db.deleteFrom('operator_sessions').where('operator_id', '=', operatorId).execute();
