import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';

/** How far a page has got: the round and the word of a person it was last told of. */
export interface LiveCursor {
  sequence: number;
  position: number;
}

/** How far a conversation has got, and who answers. */
export interface LiveState extends LiveCursor {
  conversationId: string;
  session: { status: string; has_replied: number } | undefined;
  awaitsEmail: boolean;
  /** The newest session, if it has ended. */
  ended: { id: string; reason: string; atMs: number } | undefined;
}

interface StateRow {
  id: string;
  message_count: number;
  awaits_email: number;
  position: number | null;
}

interface SessionRow {
  id: string;
  conversation_id: string;
  status: string;
  has_replied: number;
  close_reason: string | null;
  closed_at: number | null;
}

const toEnded = (row: SessionRow | undefined): LiveState['ended'] =>
  row?.status === 'closed'
    ? { id: row.id, reason: row.close_reason ?? '', atMs: row.closed_at ?? 0 }
    : undefined;

const atOnce = 500;

const readSome = async (db: Handle, ids: readonly string[]): Promise<LiveState[]> => {
  // Sessions first: what a person said is seen no later than that they are there to say it.
  const { rows: sessions } =
    await sql<SessionRow>`select id, conversation_id, status, has_replied, close_reason,
      closed_at from human_sessions where conversation_id in (${sql.join(ids)})
    order by conversation_id, ordinal desc`.execute(db);
  const { rows } = await sql<StateRow>`select c.id, c.message_count, c.awaits_email,
      (select max(m.position) from human_messages m where m.conversation_id = c.id) as position
    from conversations c where c.id in (${sql.join(ids)})`.execute(db);
  return rows.map(({ id, message_count, awaits_email, position }) => {
    const own = sessions.filter(({ conversation_id }) => conversation_id === id);
    return {
      conversationId: id,
      sequence: message_count,
      position: position ?? 0,
      session: own.find(({ status }) => status !== 'closed'),
      awaitsEmail: awaits_email === 1,
      ended: toEnded(own[0]),
    };
  });
};

export const readStates = async (db: Handle, ids: readonly string[]): Promise<LiveState[]> => {
  const states: LiveState[] = [];
  for (let start = 0; start < ids.length; start += atOnce)
    states.push(...(await readSome(db, ids.slice(start, start + atOnce))));
  return states;
};

/** Which of these tokens still open something. */
export const liveTokens = async (
  db: Handle,
  sha256s: readonly string[],
  nowMs: number,
): Promise<Set<string>> => {
  const live = new Set<string>();
  for (let start = 0; start < sha256s.length; start += atOnce) {
    const rows = await db
      .selectFrom('visitor_tokens')
      .select('sha256')
      .where('sha256', 'in', sha256s.slice(start, start + atOnce))
      .where('expires_at', '>', nowMs)
      .execute();
    for (const { sha256 } of rows) live.add(sha256);
  }
  return live;
};

export type LiveEvent =
  | {
      type: 'message';
      sequence: number;
      messageId: string;
      text: string;
      status: string;
      createdAtMs: number;
    }
  | {
      type: 'said';
      position: number;
      afterSequence: number;
      sender: 'human' | 'service';
      messageId: string;
      text: string;
      createdAtMs: number;
    };

const placeOf = (event: LiveEvent): [number, number, number] =>
  event.type === 'message' ? [event.sequence, 0, 0] : [event.afterSequence, 1, event.position];

const byPlace = (left: LiveEvent, right: LiveEvent): number => {
  const [a, b] = [placeOf(left), placeOf(right)];
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
};

/**
 * What came after the cursor, in the order of the conversation. Rounds get their sequence and words their
 * position while the conversation is locked, so that in one conversation a higher number is never seen
 * before a lower one: a pair of numbers is enough to miss nothing.
 */
export const readAfter = async (
  db: Handle,
  conversationId: string,
  cursor: LiveCursor,
  limit: number,
): Promise<{ events: LiveEvent[]; hasMore: boolean }> => {
  const rounds = await db
    .selectFrom('rounds')
    .select(['id', 'sequence', 'question_text', 'status', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .where('sequence', '>', cursor.sequence)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  const said = await db
    .selectFrom('human_messages')
    .select(['id', 'position', 'after_sequence', 'sender', 'text', 'created_at'])
    .where('conversation_id', '=', conversationId)
    .where('position', '>', cursor.position)
    .orderBy('position')
    .limit(limit)
    .execute();
  const events: LiveEvent[] = [
    ...rounds.map((row) => ({
      type: 'message' as const,
      sequence: row.sequence,
      messageId: row.id,
      text: row.question_text,
      status: row.status,
      createdAtMs: row.created_at,
    })),
    ...said.map((row) => ({
      type: 'said' as const,
      position: row.position,
      afterSequence: row.after_sequence,
      sender: row.sender,
      messageId: row.id,
      text: row.text,
      createdAtMs: row.created_at,
    })),
  ].sort(byPlace);
  // Beyond a full page of one kind the other kind may stand too early.
  const hasMore = rounds.length === limit || said.length === limit;
  return { events: events.slice(0, limit), hasMore };
};
