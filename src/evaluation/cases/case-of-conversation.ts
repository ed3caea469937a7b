import type { Agent } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Files } from '../../files/index.ts';
import { AppError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { filesIn, findRoundOfAgent, type StoredPart, textOf } from '../../rounds/index.ts';
import { caseLimits } from './case-limits.ts';
import type { NewCase } from './case-store.ts';
import { defaultThreshold, type Expectation } from './expectation.ts';
import type { TestFile, TestTurn } from './test-case.ts';

interface FromConversation {
  conversationId: string;
  /** The answer that the case is about. Absent: the whole conversation. */
  roundId?: string | undefined;
  /** Whether the messages before it are sent too. */
  withEarlier: boolean;
  /** The right answer. Absent: the answer that was given, if it was rated well. */
  reference?: string | undefined;
}

interface ScriptRound {
  id: string;
  parts: StoredPart[];
  answer: string;
  isGood: boolean;
}

/** The newest messages up to this one, oldest first. Replaced versions are left out. */
const readScript = async (
  db: Handle,
  { conversationId, upTo, limit }: { conversationId: string; upTo: number | undefined; limit: number },
): Promise<ScriptRound[]> => {
  const rows = await db
    .selectFrom('rounds')
    .select(['id', 'question', 'answer_text', 'quality', 'feedback'])
    .where('conversation_id', '=', conversationId)
    .$if(upTo !== undefined, (some) => some.where('sequence', '<=', upTo!))
    .where('replaced_by', 'is', null)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map((row) => ({
    id: row.id,
    parts: JSON.parse(row.question),
    answer: row.answer_text,
    isGood: row.quality === 'FULLY_RESOLVED' || row.feedback === 'GOOD',
  }));
};

const sequenceOf = async (db: Handle, roundId: string): Promise<number> =>
  (await db.selectFrom('rounds').select('sequence').where('id', '=', roundId).executeTakeFirst())?.sequence ??
  0;

const cut = (text: string, most: number): string => text.slice(0, most).toWellFormed();

/** Makes a case of what a user wrote. It belongs to the conversation: erasing the conversation deletes the case. */
export const createCaseOfConversation = ({
  db,
  files,
}: {
  db: Database;
  files: Pick<Files, 'read' | 'store' | 'find'>;
}) => {
  /** A copy, because the files of the conversation are deleted with it. */
  const copyFile = async (agent: Agent, { fileId, name }: { fileId: string; name: string }) => {
    if (!(await files.find(fileId))) return { fileId: null, name, sizeBytes: 0 };
    const stored = await files.store({
      workspaceId: agent.workspaceId,
      agent,
      name,
      mediaType: 'application/octet-stream',
      source: { bytes: await files.read(fileId) },
      isUnreferenced: true,
    });
    return { fileId: stored.id, name: stored.name, sizeBytes: stored.sizeBytes };
  };

  const turnOf = async (agent: Agent, parts: readonly StoredPart[]): Promise<TestTurn> => {
    const copies: TestFile[] = [];
    for (const file of filesIn(parts).slice(0, caseLimits.filesOfTurn))
      copies.push(await copyFile(agent, file));
    return { text: cut(textOf(parts), caseLimits.textCharacters), files: copies };
  };

  return async (
    agent: Agent,
    { conversationId, roundId, withEarlier, reference }: FromConversation,
  ): Promise<Omit<NewCase, 'id'>> => {
    let upTo: number | undefined;
    if (roundId !== undefined) {
      const round = isId(roundId) ? await findRoundOfAgent(db.query, agent.id, 'id', roundId) : undefined;
      if (!round || round.conversationId !== conversationId)
        throw new AppError('notFound', 'roundId: the conversation has no such round');
      upTo = await sequenceOf(db.query, roundId);
    }
    const limit = roundId === undefined || withEarlier ? caseLimits.turns : 1;
    const rounds = await readScript(db.query, { conversationId, upTo, limit });
    const last = rounds.at(-1);
    if (!last) throw new AppError('invalidParameter', 'conversationId: the conversation has no messages');
    const turns: TestTurn[] = [];
    for (const { parts } of rounds) turns.push(await turnOf(agent, parts));
    const expected = reference?.trim() || (last.isGood ? last.answer : '');
    const expectations: Expectation[] =
      expected === ''
        ? []
        : [
            {
              type: 'similar',
              reference: cut(expected, caseLimits.expectedCharacters),
              threshold: defaultThreshold,
            },
          ];
    return {
      name: '',
      turns,
      expectations,
      origin: roundId === undefined ? 'conversation' : 'rating',
      sourceConversationId: conversationId,
      sourceRoundId: last.id,
    };
  };
};
