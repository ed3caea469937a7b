import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Handle, Schema } from '../../../db/index.ts';

export type CannedReplyRow = Selectable<Schema['canned_replies']>;

/** Replies of deleted agents are not listed. */
const repliesOf = (db: Handle, workspaceId: string) =>
  db
    .selectFrom('canned_replies')
    .leftJoin('agents', 'agents.id', 'canned_replies.agent_id')
    .where('canned_replies.workspace_id', '=', workspaceId)
    .where('agents.deleted_at', 'is', null) as SelectQueryBuilder<
    Schema & { agents: Schema['agents'] },
    'canned_replies',
    object
  >;

export interface CannedReplyFilter {
  workspaceId: string;
  /** Only those that can be used for this agent. */
  agentId?: string | undefined;
  /** Part of the shortcut or of the text, in lower case. */
  search?: string | undefined;
}

const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

const filtered = (db: Handle, { workspaceId, agentId, search }: CannedReplyFilter) => {
  let query = repliesOf(db, workspaceId);
  if (agentId !== undefined)
    query = query
      .where((eb) =>
        eb.or([eb('canned_replies.agent_id', 'is', null), eb('canned_replies.agent_id', '=', agentId)]),
      )
      // The reply of the agent hides the one of the workspace with the same shortcut.
      .where((eb) =>
        eb.or([
          eb('canned_replies.agent_id', 'is not', null),
          eb.not(
            eb.exists(
              eb
                .selectFrom('canned_replies as own')
                .select('own.id')
                .where('own.workspace_id', '=', workspaceId)
                .where('own.agent_id', '=', agentId)
                .whereRef('own.shortcut', '=', 'canned_replies.shortcut'),
            ),
          ),
        ]),
      );
  if (search)
    query = query.where((eb) => {
      const pattern = `%${escapeLike(search)}%`;
      return eb.or([
        eb(sql`canned_replies.shortcut`, 'like', sql`${pattern} escape '\\'`),
        eb(sql`lower(canned_replies.text)`, 'like', sql`${pattern} escape '\\'`),
      ]);
    });
  return query;
};

/** By shortcut; those whose shortcut begins with the search come first. */
export const listCannedReplies = async (
  db: Handle,
  filter: CannedReplyFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<{ rows: CannedReplyRow[]; total: number }> => {
  let query = filtered(db, filter).selectAll('canned_replies');
  if (filter.search)
    query = query.orderBy(
      sql`case when canned_replies.shortcut like ${`${escapeLike(filter.search)}%`} escape '\\' then 0 else 1 end`,
    );
  const rows = await query
    .orderBy('canned_replies.shortcut')
    .orderBy('canned_replies.id')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total) };
};

export const findCannedReply = (
  db: Handle,
  workspaceId: string,
  id: string,
): Promise<CannedReplyRow | undefined> =>
  repliesOf(db, workspaceId)
    .selectAll('canned_replies')
    .where('canned_replies.id', '=', id)
    .executeTakeFirst();

/** Another reply with the shortcut, for the same agent or for all agents. */
export const findByShortcut = (
  db: Handle,
  { workspaceId, agentId, shortcut }: { workspaceId: string; agentId: string | null; shortcut: string },
): Promise<{ id: string } | undefined> =>
  db
    .selectFrom('canned_replies')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('agent_id', agentId === null ? 'is' : '=', agentId)
    .where('shortcut', '=', shortcut)
    .executeTakeFirst();

export const insertCannedReply = (tx: Handle, row: CannedReplyRow) =>
  tx.insertInto('canned_replies').values(row).execute();

export const updateCannedReply = (
  tx: Handle,
  id: string,
  change: Pick<CannedReplyRow, 'agent_id' | 'shortcut' | 'text' | 'updated_at'>,
) => tx.updateTable('canned_replies').set(change).where('id', '=', id).execute();

export const deleteCannedReply = (tx: Handle, id: string) =>
  tx.deleteFrom('canned_replies').where('id', '=', id).execute();

/** The attribute of a user that the developer or the operator set. */
export const findUserName = async (db: Handle, agentId: string, userId: string): Promise<string> => {
  const row = await db
    .selectFrom('user_properties')
    .select('value')
    .where('agent_id', '=', agentId)
    .where('user_id', '=', userId)
    .where('name', '=', 'name')
    .executeTakeFirst();
  return row?.value ?? '';
};
