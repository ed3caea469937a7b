import type { Agent } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import type { Files } from '../../files/index.ts';
import { AppError } from '../../lib/errors.ts';
import { isId } from '../../lib/ids.ts';
import { filesIn, readQuestions, type StoredPart, textOf } from '../../rounds/index.ts';
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

const isGood = ({ quality, feedback }: { quality: string; feedback: string }): boolean =>
  quality === 'FULLY_RESOLVED' || feedback === 'GOOD';

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
    if (roundId !== undefined && !isId(roundId))
      throw new AppError('notFound', 'roundId: the conversation has no such round');
    const limit = roundId === undefined || withEarlier ? caseLimits.turns : 1;
    const rounds = await readQuestions(db.query, conversationId, { upToRound: roundId, limit });
    if (rounds.length === 0 && roundId !== undefined)
      throw new AppError('notFound', 'roundId: the conversation has no such round');
    const last = rounds.at(-1);
    if (!last) throw new AppError('invalidParameter', 'conversationId: the conversation has no messages');
    const turns: TestTurn[] = [];
    for (const { parts } of rounds) turns.push(await turnOf(agent, parts));
    const expected = reference?.trim() || (isGood(last) ? last.answer : '');
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
