import { sql } from 'kysely';
import type { Handle } from '../../../db/index.ts';

/** Waiting sessions that are assigned automatically, with an index. */
const unassigned = (db: Handle, { workspaceId, nowMs }: { workspaceId: string; nowMs: number }) =>
  db
    .selectFrom('human_sessions')
    .select(['id', 'conversation_id'])
    .where('workspace_id', '=', workspaceId)
    .where('backend', '=', sql.lit('inbox') as never)
    .where('status', '<>', sql.lit('closed') as never)
    .where('assignee_id', 'is', null)
    .where('assignment_limit', 'is not', null)
    .where((eb) => eb.or([eb('snoozed_until', 'is', null), eb('snoozed_until', '<=', nowMs)]));

export const hasUnassigned = async (
  db: Handle,
  where: { workspaceId: string; nowMs: number },
): Promise<boolean> => (await unassigned(db, where).limit(1).executeTakeFirst()) !== undefined;

/** The oldest one that an operator with `leastOpen` open sessions may get. */
export const findUnassigned = (
  db: Handle,
  { leastOpen, ...where }: { workspaceId: string; nowMs: number; leastOpen: number },
): Promise<{ id: string; conversation_id: string } | undefined> =>
  unassigned(db, where)
    .where('assignment_limit', '>', leastOpen)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
