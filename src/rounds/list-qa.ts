import { type Selectable, sql } from 'kysely';
import type { Handle, Schema } from '../db/index.ts';
import { testRunRounds } from './test-run-chats.ts';

export interface QaFilter {
  agentId: string;
  feedback?: Schema['rounds']['feedback'] | undefined;
  /** Time of the question, both inclusive. */
  startMs?: number | undefined;
  endMs?: number | undefined;
}

export interface QuestionAndAnswer {
  id: string;
  answerId: string;
  userId: string;
  conversationId: string;
  channel: string;
  question: string;
  answer: string;
  /** Replies of people. */
  humanAnswer: string;
  feedback: Selectable<Schema['rounds']>['feedback'];
  feedbackReason: Selectable<Schema['rounds']>['feedback_reason'];
  feedbackComment: string;
  createdAtMs: number;
}

/**
 * Questions and answers, newest first. Those of one millisecond are on their page in the order of their
 * conversation. The index alone decides the page, so that a page far down is found without reading rounds.
 */
export const qaQuery = (
  db: Handle,
  { agentId, feedback, startMs, endMs }: QaFilter,
  { limit, offset }: { limit: number; offset: number },
) => {
  const page = db
    .selectFrom('rounds')
    .select('id')
    .where('agent_id', '=', agentId)
    .where('id', 'not in', testRunRounds(db, agentId))
    .$if(feedback !== undefined, (query) => query.where('feedback', '=', feedback!))
    // Visible to SQLite, which then uses the index of rated rounds.
    .$if(feedback === 'GOOD' || feedback === 'BAD', (query) => query.where(sql<boolean>`feedback <> 'NONE'`))
    .$if(startMs !== undefined, (query) => query.where('created_at', '>=', startMs!))
    .$if(endMs !== undefined, (query) => query.where('created_at', '<=', endMs!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom(page.as('page'))
    .innerJoin('rounds', 'rounds.id', 'page.id')
    .innerJoin('conversations', 'conversations.id', 'rounds.conversation_id')
    .select([
      'rounds.id',
      'rounds.answer_id as answerId',
      'rounds.user_id as userId',
      'rounds.conversation_id as conversationId',
      'rounds.question_text as question',
      'rounds.answer_text as answer',
      'rounds.human_text as humanAnswer',
      'rounds.feedback',
      'rounds.feedback_reason as feedbackReason',
      'rounds.feedback_comment as feedbackComment',
      'rounds.created_at as createdAtMs',
      'conversations.channel',
    ])
    .orderBy('rounds.created_at', 'desc')
    .orderBy('rounds.sequence', 'desc')
    .orderBy('rounds.id', 'desc');
};

export const listQa = (
  db: Handle,
  filter: QaFilter,
  page: { limit: number; offset: number },
): Promise<QuestionAndAnswer[]> => qaQuery(db, filter, page).execute();
