import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import type { LiveCursor } from '../rounds/index.ts';
import type { StatusOfSession } from './conversation-status.ts';
import { type ShownSurvey, type SurveyOfSession, shownEnd, shownSurvey } from './session-end.ts';
import { type ShownPerson, shownPerson } from './shown-person.ts';
import type { QueuePlace, WaitingSession } from './waiting-queue/waiting-queue.ts';

/** Progress of a conversation, and who answers. */
export interface LiveState extends LiveCursor {
  conversationId: string;
  session: StatusOfSession | undefined;
  /** Who has taken the open session in the inbox. */
  person?: ShownPerson;
  /** Set while nobody has taken the session in the inbox. */
  waiting?: WaitingSession | undefined;
  /** Set by the live watch. */
  queue?: QueuePlace | undefined;
  awaitsEmail: boolean;
  /** The newest message of the user that a person has seen in this session. */
  seenId: string | undefined;
  /** The newest session, if it has ended. */
  ended: ({ id: string; reason: string; atMs: number } & ShownSurvey) | undefined;
}

interface StateRow {
  id: string;
  message_count: number;
  awaits_email: number;
  position: number | null;
}

interface SessionRow extends StatusOfSession, SurveyOfSession {
  id: string;
  conversation_id: string;
  close_reason: string | null;
  closed_at: number | null;
  leave_reason: string | null;
  left_at: number | null;
  read_message_id: string | null;
  public_name: string | null;
  picture_id: string | null;
  agent_id: string;
  created_at: number;
  backend: string;
  assignee_id: string | null;
}

const toWaiting = (row: SessionRow | undefined): WaitingSession | undefined =>
  row?.backend === 'inbox' && row.status === 'open' && row.assignee_id === null && row.has_replied === 0
    ? { id: row.id, agentId: row.agent_id, createdAtMs: row.created_at }
    : undefined;

/** A user who was asked to leave a message did not talk with a person. They may go back to the agent instead. */
const hasShownEnd = ({ leave_reason, left_at, close_reason }: SessionRow): boolean =>
  leave_reason === null || (left_at === null && close_reason === 'USER_CLOSED');

const toEnded = (row: SessionRow | undefined, nowMs: number): LiveState['ended'] =>
  row?.status === 'closed' && hasShownEnd(row)
    ? { id: row.id, reason: shownEnd(row), atMs: row.closed_at ?? 0, ...shownSurvey(row, nowMs) }
    : undefined;

const atOnce = 500;

const readSome = async (db: Handle, ids: readonly string[], nowMs: number): Promise<LiveState[]> => {
  // Sessions first: a person's message is never visible before their session.
  const { rows: sessions } =
    await sql<SessionRow>`select id, conversation_id, status, has_replied, told_unreachable,
      close_reason, closed_at, survey_until, rating, rating_comment,
      leave_reason, left_at, read_message_id, public_name, picture_id, agent_id, created_at, backend, assignee_id
    from human_sessions left join operator_profiles on operator_profiles.operator_id = assignee_id
    where conversation_id in (${sql.join(ids)})
    order by conversation_id, ordinal desc`.execute(db);
  const { rows } = await sql<StateRow>`select c.id, c.message_count, c.awaits_email,
      (select max(m.position) from human_messages m where m.conversation_id = c.id) as position
    from conversations c where c.id in (${sql.join(ids)}) and c.hidden_at is null`.execute(db);
  return rows.map(({ id, message_count, awaits_email, position }) => {
    const own = sessions.filter(({ conversation_id }) => conversation_id === id);
    const session = own.find(({ status }) => status !== 'closed');
    return {
      conversationId: id,
      sequence: message_count,
      position: position ?? 0,
      session,
      ...shownPerson(session?.public_name, session?.picture_id),
      waiting: toWaiting(session),
      awaitsEmail: awaits_email === 1,
      seenId: session?.read_message_id ?? undefined,
      ended: toEnded(own[0], nowMs),
    };
  });
};

export const readStates = async (db: Handle, ids: readonly string[], nowMs: number): Promise<LiveState[]> => {
  const states: LiveState[] = [];
  for (let start = 0; start < ids.length; start += atOnce)
    states.push(...(await readSome(db, ids.slice(start, start + atOnce), nowMs)));
  return states;
};

/** Which of these tokens are still valid. */
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
