import type { Insertable, Selectable } from 'kysely';
import type { Handle, Schema } from '../../../db/index.ts';
import type { Mentionable } from './find-mentions.ts';

export type NoteRow = Selectable<Schema['inbox_notes']>;

export const insertNote = (tx: Handle, row: Insertable<Schema['inbox_notes']>): Promise<NoteRow> =>
  tx.insertInto('inbox_notes').values(row).returningAll().executeTakeFirstOrThrow();

export const findNote = (db: Handle, id: string): Promise<NoteRow | undefined> =>
  db.selectFrom('inbox_notes').selectAll().where('id', '=', id).executeTakeFirst();

export const updateNote = (
  tx: Handle,
  id: string,
  change: Pick<NoteRow, 'text' | 'edited_at'>,
): Promise<NoteRow> =>
  tx.updateTable('inbox_notes').set(change).where('id', '=', id).returningAll().executeTakeFirstOrThrow();

export const deleteNote = (tx: Handle, id: string) =>
  tx.deleteFrom('inbox_notes').where('id', '=', id).execute();

/** Of all sessions of the conversation, oldest first. */
export const listNotes = (db: Handle, conversationId: string, limit: number): Promise<NoteRow[]> =>
  db
    .selectFrom('inbox_notes')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** Of all sessions of the conversation. */
export const countNotes = async (db: Handle, conversationId: string): Promise<number> => {
  const { notes } = await db
    .selectFrom('inbox_notes')
    .select((eb) => eb.fn.countAll<number>().as('notes'))
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  return Number(notes);
};

/** Active members of the workspace. */
export const listMentionable = (db: Handle, workspaceId: string): Promise<Mentionable[]> =>
  db
    .selectFrom('memberships')
    .innerJoin('operators', 'operators.id', 'memberships.operator_id')
    .select(['operators.id', 'operators.name', 'operators.email'])
    .where('memberships.workspace_id', '=', workspaceId)
    .where('operators.disabled_at', 'is', null)
    .execute();

export const listMentionsOfNote = async (db: Handle, noteId: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('inbox_mentions')
    .select('operator_id')
    .where('note_id', '=', noteId)
    .execute();
  return rows.map((row) => row.operator_id);
};

/** The mentioned operators of these notes. */
export const listMentions = (
  db: Handle,
  noteIds: readonly string[],
): Promise<{ note_id: string; operator_id: string }[]> =>
  noteIds.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('inbox_mentions')
        .select(['note_id', 'operator_id'])
        .where('note_id', 'in', noteIds)
        .orderBy('operator_id')
        .execute();

export const insertMentions = async (
  tx: Handle,
  { id, workspace_id, session_id }: NoteRow,
  operatorIds: readonly string[],
): Promise<void> => {
  if (operatorIds.length === 0) return;
  const rows = operatorIds.map((operator_id) => ({
    note_id: id,
    operator_id,
    workspace_id,
    session_id,
    seen_at: null,
  }));
  await tx.insertInto('inbox_mentions').values(rows).execute();
};

export const deleteMentions = async (
  tx: Handle,
  noteId: string,
  operatorIds: readonly string[],
): Promise<void> => {
  if (operatorIds.length === 0) return;
  await tx
    .deleteFrom('inbox_mentions')
    .where('note_id', '=', noteId)
    .where('operator_id', 'in', operatorIds)
    .execute();
};

/** False if there was nothing new. */
export const markMentionsSeen = async (
  tx: Handle,
  { sessionId, operatorId, nowMs }: { sessionId: string; operatorId: string; nowMs: number },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('inbox_mentions')
    .set({ seen_at: nowMs })
    .where('session_id', '=', sessionId)
    .where('operator_id', '=', operatorId)
    .where('seen_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Operators who have not seen a mention of them yet, by session. */
export const readUnseenMentions = async (
  db: Handle,
  sessionIds: readonly string[],
): Promise<Map<string, string[]>> => {
  if (sessionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('inbox_mentions')
    .select(['session_id', 'operator_id'])
    .distinct()
    .where('session_id', 'in', sessionIds)
    .where('seen_at', 'is', null)
    .orderBy('operator_id')
    .execute();
  const mentioned = new Map<string, string[]>();
  for (const { session_id, operator_id } of rows)
    mentioned.set(session_id, [...(mentioned.get(session_id) ?? []), operator_id]);
  return mentioned;
};
