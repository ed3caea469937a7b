import type { Agent } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import { isId } from '../lib/ids.ts';
import { findRoundOrAnswer } from '../rounds/index.ts';
import type { SideModelCall } from '../runtime/model-calls/side-call.ts';
import type { Knowledge, Memory, ModelChoice } from '../runtime/ports.ts';
import { nextQuestionsPrompt } from './prompts.ts';

interface NextQuestionsDependencies {
  db: Database;
  models: ModelChoice;
  memory: Pick<Memory, 'shortTerm'>;
  knowledge: Pick<Knowledge, 'retrieve'>;
  sideCall: SideModelCall;
  timeoutMs: number;
}

const mostQuestions = 3;
const longestQuestion = 200;
const historyTokens = 3000;
const maxOutputTokens = 300;

/** The questions in a reply of the model, one per line, without numbers, bullets and quotation marks. */
export const readQuestions = (reply: string, asked: readonly string[] = []): string[] => {
  const known = new Set(asked.map((question) => question.trim().toLowerCase()));
  const questions: string[] = [];
  for (const line of reply.split('\n')) {
    const question = line
      .trim()
      .replace(/^(?:[-*•]|\d{1,2}[.)、])\s*/, '')
      .replace(/^["“「]|["”」]$/g, '')
      .trim();
    const key = question.toLowerCase();
    if (question === '' || question.length > longestQuestion || known.has(key)) continue;
    known.add(key);
    questions.push(question);
  }
  return questions.slice(0, mostQuestions);
};

/**
 * Questions that a user may ask after a reply. The embedded model cannot write any: it offers questions of the pairs in
 * the agent's knowledge that are near to the question.
 */
export const createNextQuestions =
  ({ db, models, memory, knowledge, sideCall, timeoutMs }: NextQuestionsDependencies) =>
  async (agent: Agent, answerId: string): Promise<string[]> => {
    const round = isId(answerId) ? await findRoundOrAnswer(db.query, agent.id, answerId) : undefined;
    if (!round) throw new AppError('notFound', 'answer_id: this agent has no such reply');
    if (round.status === 'running' || round.status === 'failed')
      throw new AppError('invalidParameter', 'answer_id: the round has no reply of the agent');
    const { conversationId, sequence } = round;
    const history = await memory.shortTerm({
      conversationId,
      beforeSequence: sequence + 1,
      budgetTokens: historyTokens,
    });
    const asked = history.turns.map(({ question }) => question);
    const signal = AbortSignal.timeout(timeoutMs);
    const { groupIds, dataIds } = agent.settings.knowledge;
    const { chunks, reranked } = await knowledge.retrieve({
      agent,
      query: asked.at(-1) ?? '',
      scope: { ...(groupIds ? { groupIds } : {}), ...(dataIds ? { dataIds } : {}) },
      signal,
    });
    const model = await models.forAgent(agent);
    if (model.isExtractive)
      return readQuestions(chunks.flatMap(({ questions }) => questions ?? []).join('\n'), asked);
    let reply = '';
    await sideCall(
      {
        agent,
        conversationId,
        messages: nextQuestionsPrompt(history, chunks, mostQuestions),
        maxOutputTokens,
        signal,
        reranked,
      },
      (text) => {
        reply += text;
      },
    );
    return readQuestions(reply, asked);
  };
