import { sql } from 'kysely';
import { type Handle, isOneOf } from '../db/index.ts';
import { testRunChannel } from '../lib/test-chat-channel.ts';
import { decodeQuestion, filesIn } from './message-parts.ts';
import { decodeSteps } from './trace-step.ts';

interface SearchedSession {
  isMissed: boolean;
  email: string | null;
  labelIds: string[];
}

/** Ended rounds as a search sees them. Each text is limited to this many characters. */
const readRows = (db: Handle, ids: readonly string[], maxCharacters: number) => {
  const cut = (column: 'question_text' | 'heard_text' | 'answer_text' | 'human_text') =>
    sql<string>`substr(${sql.ref(`rounds.${column}`)}, 1, ${sql.lit(maxCharacters)})`;
  return db
    .selectFrom('rounds')
    .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
    .innerJoin('agents', 'agents.id', 'rounds.agent_id')
    .leftJoin('traces', 'traces.round_id', 'rounds.id')
    .select([
      'rounds.id',
      'rounds.workspace_id as workspaceId',
      'rounds.agent_id as agentId',
      'rounds.conversation_id as conversationId',
      'rounds.user_id as userId',
      'rounds.sequence',
      'rounds.status',
      'rounds.feedback',
      'rounds.quality',
      'rounds.replaced_by as replacedBy',
      'rounds.created_at as createdAtMs',
      'conversations.channel',
      'agents.deleted_at as agentDeletedAtMs',
      // Most messages have no files, and most rounds call no tools: these documents are long.
      sql<string | null>`case when rounds.question like '%"fileId":%' then rounds.question end`.as('parts'),
      sql<string | null>`case when traces.steps like '%"kind":"tool"%' then traces.steps end`.as('steps'),
      cut('question_text').as('question'),
      cut('heard_text').as('transcript'),
      cut('answer_text').as('answer'),
      cut('human_text').as('human'),
    ])
    .where(isOneOf(db, 'rounds.id', ids))
    .where('rounds.status', '<>', 'running')
    .execute();
};

const readSessions = async (
  db: Handle,
  conversationIds: readonly string[],
): Promise<Map<string, SearchedSession[]>> => {
  const rows = await db
    .selectFrom('human_sessions')
    .leftJoin('inbox_session_labels', 'inbox_session_labels.session_id', 'human_sessions.id')
    .select(['human_sessions.conversation_id', 'missed', 'left_email', 'label_id'])
    .where(isOneOf(db, 'human_sessions.conversation_id', conversationIds))
    .execute();
  const sessions = rows.map((row) => ({
    conversationId: row.conversation_id,
    isMissed: row.missed !== null,
    email: row.left_email,
    labelIds: row.label_id === null ? [] : [row.label_id],
  }));
  return Map.groupBy(sessions, ({ conversationId }) => conversationId);
};

const readDocuments = async (
  db: Handle,
  ids: readonly string[],
): Promise<Map<string, { data_id: string }[]>> => {
  const rows = await db
    .selectFrom('citations')
    .select(['round_id', 'data_id'])
    .distinct()
    .where(isOneOf(db, 'round_id', ids))
    .execute();
  return Map.groupBy(rows, ({ round_id }) => round_id);
};

const readEmails = async (
  db: Handle,
  rounds: readonly { agentId: string; userId: string }[],
): Promise<Map<string, { value: string }[]>> => {
  const rows = await db
    .selectFrom('user_properties')
    .select(['agent_id', 'user_id', 'value'])
    .where(isOneOf(db, 'agent_id', [...new Set(rounds.map(({ agentId }) => agentId))]))
    .where(isOneOf(db, 'user_id', [...new Set(rounds.map(({ userId }) => userId))]))
    .where('value', 'like', '%@%')
    .execute();
  return Map.groupBy(rows, (row) => `${row.agent_id} ${row.user_id}`);
};

/** What a search finds ended rounds by. Rounds that run or are deleted are absent. */
export const readSearchedRounds = async (db: Handle, ids: readonly string[], maxCharacters: number) => {
  const rows = ids.length === 0 ? [] : await readRows(db, ids, maxCharacters);
  if (rows.length === 0) return [];
  const sessions = await readSessions(db, [...new Set(rows.map(({ conversationId }) => conversationId))]);
  const documents = await readDocuments(
    db,
    rows.map(({ id }) => id),
  );
  const emails = await readEmails(db, rows);
  return rows.map(({ parts, steps, replacedBy, agentDeletedAtMs, ...round }) => {
    const ofConversation = sessions.get(round.conversationId) ?? [];
    const ofUser = emails.get(`${round.agentId} ${round.userId}`) ?? [];
    return {
      ...round,
      isCurrent: replacedBy === null && agentDeletedAtMs === null && round.channel !== testRunChannel,
      fileNames: parts === null ? [] : filesIn(decodeQuestion(parts)).map(({ name }) => name),
      tools: [
        ...new Set(
          decodeSteps(steps ?? undefined)
            .filter(({ kind }) => kind === 'tool')
            .map(({ name }) => name),
        ),
      ],
      documentIds: (documents.get(round.id) ?? []).map(({ data_id }) => data_id),
      isHandedOver: ofConversation.length > 0,
      isMissed: ofConversation.some(({ isMissed }) => isMissed),
      labelIds: [...new Set(ofConversation.flatMap(({ labelIds }) => labelIds))],
      emails: [
        ...new Set([
          ...ofUser.map(({ value }) => value),
          ...ofConversation.flatMap(({ email }) => email ?? []),
        ]),
      ],
    };
  });
};

export type SearchedRound = Awaited<ReturnType<typeof readSearchedRounds>>[number];
