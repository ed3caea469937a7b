import type { Handle } from '../../../db/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { AppError } from '../../../lib/errors.ts';
import { newId } from '../../../lib/ids.ts';
import type { UpdateSession } from '../../update-session.ts';
import type { InboxPlace, LockInboxSession } from '../inbox-place.ts';
import { findMentions } from './find-mentions.ts';
import {
  countNotes,
  deleteMentions,
  deleteNote,
  findNote,
  insertMentions,
  insertNote,
  listMentionable,
  listMentions,
  listMentionsOfNote,
  listNotes,
  markMentionsSeen,
  type NoteRow,
  updateNote,
} from './note-store.ts';

/** Notes of a conversation are shown at once. */
const mostNotes = 200;

export interface Note {
  id: string;
  sessionId: string;
  authorId: string;
  text: string;
  /** Mentioned operators. */
  mentions: readonly string[];
  createdAtMs: number;
  editedAtMs: number | null;
}

/** Operators who are newly mentioned in a note. */
export interface Mention {
  workspaceId: string;
  sessionId: string;
  conversationId: string;
  agentId: string;
  noteId: string;
  authorId: string;
  operatorIds: readonly string[];
}

interface NoteDependencies {
  clock: Clock;
  lock: LockInboxSession;
  update: UpdateSession;
}

const toNote = (row: NoteRow, mentions: readonly string[]): Note => ({
  id: row.id,
  sessionId: row.session_id,
  authorId: row.author_id,
  text: row.text,
  mentions,
  createdAtMs: row.created_at,
  editedAtMs: row.edited_at,
});

/**
 * Notes of operators in a conversation. Only operators see them: they are not part of the rounds and messages that users, models,
 * exports and the developer API read. Every change also changes the session, so that open pages read the notes again.
 */
export const createNotes = ({ clock, lock, update }: NoteDependencies) => {
  const onMentioned: ((tx: Handle, mention: Mention) => Promise<void>)[] = [];

  const requireOwn = async (
    tx: Handle,
    place: InboxPlace,
    { noteId, operatorId }: { noteId: string; operatorId: string },
  ) => {
    const { session } = await lock(tx, place);
    const note = await findNote(tx, noteId);
    if (note?.session_id !== session.id)
      throw new AppError('notFound', 'There is no such note in this session');
    if (note.author_id !== operatorId)
      throw new AppError('forbidden', 'Only its author can change or delete a note');
    return { session, note };
  };

  /** Authors do not mention themselves. */
  const findMentioned = async (tx: Handle, workspaceId: string, authorId: string, text: string) =>
    text.includes('@')
      ? findMentions(text, await listMentionable(tx, workspaceId)).filter((id) => id !== authorId)
      : [];

  const mention = async (
    tx: Handle,
    note: NoteRow,
    { agentId, operatorIds }: { agentId: string; operatorIds: readonly string[] },
  ): Promise<void> => {
    if (operatorIds.length === 0) return;
    await insertMentions(tx, note, operatorIds);
    for (const listener of onMentioned)
      await listener(tx, {
        workspaceId: note.workspace_id,
        sessionId: note.session_id,
        conversationId: note.conversation_id,
        agentId,
        noteId: note.id,
        authorId: note.author_id,
        operatorIds,
      });
  };

  return {
    /** Called in the transaction that stores the note. */
    onMentioned: (listener: (typeof onMentioned)[number]): void => void onMentioned.push(listener),

    /** Of all sessions of the conversation, oldest first. */
    list: async (db: Handle, conversationId: string): Promise<Note[]> => {
      const rows = await listNotes(db, conversationId, mostNotes);
      const mentions = Map.groupBy(
        await listMentions(
          db,
          rows.map(({ id }) => id),
        ),
        (row) => row.note_id,
      );
      return rows.map((row) =>
        toNote(
          row,
          (mentions.get(row.id) ?? []).map((one) => one.operator_id),
        ),
      );
    },

    add: async (
      tx: Handle,
      place: InboxPlace,
      { authorId, text }: { authorId: string; text: string },
    ): Promise<Note> => {
      const { session } = await lock(tx, place);
      const nowMs = clock.nowMs();
      if ((await countNotes(tx, session.conversation_id)) >= mostNotes)
        throw new AppError('conflict', `A conversation has at most ${mostNotes} notes`);
      const note = await insertNote(tx, {
        id: newId(nowMs),
        workspace_id: session.workspace_id,
        session_id: session.id,
        conversation_id: session.conversation_id,
        author_id: authorId,
        text,
        created_at: nowMs,
        edited_at: null,
      });
      const operatorIds = await findMentioned(tx, session.workspace_id, authorId, text);
      await mention(tx, note, { agentId: session.agent_id, operatorIds });
      await update(tx, session, {});
      return toNote(note, operatorIds.toSorted());
    },

    /** Operators who are still mentioned are not notified again. */
    edit: async (
      tx: Handle,
      place: InboxPlace,
      change: { noteId: string; operatorId: string; text: string },
    ): Promise<Note> => {
      const { session, note } = await requireOwn(tx, place, change);
      const edited = await updateNote(tx, note.id, { text: change.text, edited_at: clock.nowMs() });
      const before = await listMentionsOfNote(tx, note.id);
      const after = await findMentioned(tx, note.workspace_id, note.author_id, change.text);
      await deleteMentions(
        tx,
        note.id,
        before.filter((id) => !after.includes(id)),
      );
      const operatorIds = after.filter((id) => !before.includes(id));
      await mention(tx, edited, { agentId: session.agent_id, operatorIds });
      await update(tx, session, {});
      return toNote(edited, after.toSorted());
    },

    remove: async (
      tx: Handle,
      place: InboxPlace,
      which: { noteId: string; operatorId: string },
    ): Promise<void> => {
      const { session, note } = await requireOwn(tx, place, which);
      await deleteNote(tx, note.id);
      await update(tx, session, {});
    },

    /** The operator has read the notes of the session. */
    see: async (tx: Handle, place: InboxPlace, operatorId: string): Promise<void> => {
      const { session } = await lock(tx, place);
      const nowMs = clock.nowMs();
      if (await markMentionsSeen(tx, { sessionId: session.id, operatorId, nowMs }))
        await update(tx, session, {});
    },
  };
};
