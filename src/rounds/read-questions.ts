import type { Handle } from '../db/index.ts';
import { decodeQuestion } from './message-parts.ts';

interface QuestionPage {
  /** The last one. Absent: the newest. */
  upToRound?: string | undefined;
  limit: number;
}

/**
 * The messages of a conversation with their answers and ratings, oldest first. Replaced versions are left out, except that
 * `upToRound` may be one. Empty if the conversation does not have that round.
 */
export const readQuestions = async (
  db: Handle,
  conversationId: string,
  { upToRound, limit }: QuestionPage,
) => {
  const rows = await db
    .selectFrom('rounds')
    .select(['id', 'question', 'answer_text as answer', 'quality', 'feedback'])
    .where('conversation_id', '=', conversationId)
    .$if(upToRound !== undefined, (some) =>
      some.where('sequence', '<=', (eb) =>
        eb
          .selectFrom('rounds as last')
          .select('last.sequence')
          .where('last.id', '=', upToRound!)
          .where('last.conversation_id', '=', conversationId),
      ),
    )
    .where((eb) =>
      eb.or([eb('replaced_by', 'is', null), ...(upToRound === undefined ? [] : [eb('id', '=', upToRound)])]),
    )
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(({ question, ...round }) => ({ ...round, parts: decodeQuestion(question) }));
};
