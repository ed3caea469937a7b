import type { Selectable } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';
import { findPassages } from './citation-store.ts';
import type { QuestionAndAnswer } from './list-qa.ts';
import { decodeQuestion, type StoredPart } from './message-parts.ts';
import { decodeOutputs, type ReplyOutput } from './reply-output.ts';
import { decodeUsage } from './round-usage.ts';
import { findTrace } from './trace-store.ts';

/** Facts about a round for operators, besides its messages. */
const stateColumns = [
  'id',
  'sequence',
  'status',
  'mode',
  'error_code as errorCode',
  'error_message as errorMessage',
  'error_cause as errorCause',
  'cost_nano as costNano',
  'feedback',
  'feedback_reason as feedbackReason',
  'feedback_comment as feedbackComment',
  'quality',
  'human_session_id as humanSessionId',
  'replaced_by as replacedBy',
] as const;

type RoundRow = Selectable<Schema['rounds']>;

export interface RoundState
  extends Pick<RoundRow, 'id' | 'sequence' | 'status' | 'mode' | 'feedback' | 'quality'> {
  feedbackReason: RoundRow['feedback_reason'];
  feedbackComment: string;
  errorCode: RoundRow['error_code'];
  errorMessage: string | null;
  errorCause: string | null;
  costNano: number;
  humanSessionId: string | null;
  /** The later version of the message, or of one before it. */
  replacedBy: string | null;
}

export const findRoundStates = async (
  db: Handle,
  ids: readonly string[],
): Promise<Map<string, RoundState>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('rounds').select(stateColumns).where('id', 'in', ids).execute();
  return new Map(rows.map((row) => [row.id, row]));
};

interface DetailedRound extends RoundState, QuestionAndAnswer {
  apiVersion: RoundRow['api_version'];
  /** The question as it was sent, with its files. */
  parts: StoredPart[];
  outputs: ReplyOutput[];
  usage: ReturnType<typeof decodeUsage>;
  endedAtMs: number | null;
}

/** By the id of the round, or by that of its answer. */
export const findRoundOfAgent = (db: Handle, agentId: string, column: 'id' | 'answer_id', id: string) =>
  db
    .selectFrom('rounds')
    .select([
      'id',
      'answer_id as answerId',
      'conversation_id as conversationId',
      'sequence',
      'human_session_id as humanSessionId',
      'status',
    ])
    .where(column, '=', id)
    .where('agent_id', '=', agentId)
    .executeTakeFirst();

/** By either of its ids. Two lookups instead of OR: each is one step in an index. */
export const findRoundOrAnswer = async (db: Handle, agentId: string, id: string) =>
  (await findRoundOfAgent(db, agentId, 'answer_id', id)) ?? (await findRoundOfAgent(db, agentId, 'id', id));

/** A round as an operator sees it. */
const toDetail = (row: RoundRow & { channel: string }): DetailedRound => ({
  id: row.id,
  answerId: row.answer_id,
  conversationId: row.conversation_id,
  userId: row.user_id,
  channel: row.channel,
  sequence: row.sequence,
  apiVersion: row.api_version,
  status: row.status,
  mode: row.mode,
  question: row.question_text,
  parts: decodeQuestion(row.question),
  answer: row.answer_text,
  humanAnswer: row.human_text,
  humanSessionId: row.human_session_id,
  replacedBy: row.replaced_by,
  outputs: decodeOutputs(row.outputs),
  usage: decodeUsage(row.usage),
  costNano: row.cost_nano,
  errorCode: row.error_code,
  errorMessage: row.error_message,
  errorCause: row.error_cause,
  feedback: row.feedback,
  feedbackReason: row.feedback_reason,
  feedbackComment: row.feedback_comment,
  quality: row.quality,
  createdAtMs: row.created_at,
  endedAtMs: row.ended_at,
});

/** A round with its trace, which is empty while it runs, and its citations. */
export const findRoundDetail = async (db: Handle, agentId: string, id: string) => {
  const row = await db
    .selectFrom('rounds')
    .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
    .selectAll('rounds')
    .select('conversations.channel')
    .where('rounds.id', '=', id)
    .where('rounds.agent_id', '=', agentId)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    round: toDetail(row),
    steps: await findTrace(db, id),
    citations: await findPassages(db, [id]),
  };
};

export type RoundDetail = NonNullable<Awaited<ReturnType<typeof findRoundDetail>>>;
