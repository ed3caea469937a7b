import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';
import { decodeFiles, decodeQuestion, filesIn } from './message-parts.ts';
import { decodeOutputs } from './reply-output.ts';
import { decodeRequest } from './round-request.ts';

/** The newest rounds that were not replaced, oldest first. Each text is limited to this many characters. */
export const readNewestRounds = async (
  db: Handle,
  conversationId: string,
  { limit, maxCharacters }: { limit: number; maxCharacters: number },
) => {
  const cut = (column: 'question_text' | 'heard_text' | 'read_text' | 'answer_text' | 'human_text') =>
    sql<string>`substr(${sql.ref(column)}, 1, ${sql.lit(maxCharacters)})`;
  const rows = await db
    .selectFrom('rounds')
    .select([
      'id',
      'question as parts',
      cut('question_text').as('question'),
      cut('heard_text').as('transcript'),
      cut('read_text').as('read'),
      cut('answer_text').as('answer'),
      cut('human_text').as('human'),
    ])
    .where('conversation_id', '=', conversationId)
    .where('replaced_by', 'is', null)
    .orderBy('sequence', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse().map(({ parts, ...round }) => ({ ...round, files: filesIn(decodeQuestion(parts)) }));
};

export type NewestRound = Awaited<ReturnType<typeof readNewestRounds>>[number];

export const findNewestRound = (db: Handle, conversationId: string) =>
  db
    .selectFrom('rounds')
    .select(['id', 'version_of', 'api_version', 'question_text'])
    .where('conversation_id', '=', conversationId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();

export const listRunningRounds = async (
  db: Handle,
  conversationIds: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('conversation_id', 'in', conversationIds)
    // A literal, so that SQLite uses the index of running rounds.
    .where(sql<boolean>`status = 'running'`)
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Files of the messages and spoken replies of conversations, of the turns that a developer sent, and of
 * people's messages. Only versions of the same message share files.
 */
export const listFileIds = async (db: Handle, conversationIds: readonly string[]): Promise<string[]> => {
  const rounds = await db
    .selectFrom('rounds')
    .select(['question', 'request', 'outputs'])
    .where('conversation_id', 'in', conversationIds)
    // Most messages have no files and need not be read.
    .where((eb) =>
      eb.or((['question', 'request', 'outputs'] as const).map((column) => eb(column, 'like', '%"fileId":%'))),
    )
    .execute();
  const messages = await db
    .selectFrom('human_messages')
    .select('files')
    .where('conversation_id', 'in', conversationIds)
    .where('files', 'like', '%"fileId":%')
    .execute();
  const files = [
    ...rounds.flatMap(({ question, request, outputs }) => [
      ...filesIn(decodeQuestion(question)),
      ...decodeRequest(request).history.flatMap(({ parts }) => filesIn(parts)),
      ...decodeOutputs(outputs).flatMap(({ audio }) => audio),
    ]),
    ...messages.flatMap((message) => decodeFiles(message.files)),
  ];
  // Spoken replies from before their files were stored have no id.
  return [...new Set(files.flatMap(({ fileId }) => fileId ?? []))];
};

interface AddedText {
  conversationId: string;
  sequence: number;
  text: string;
}

const appendTo =
  (column: 'human_text' | 'agent_note') =>
  async (tx: Handle, { conversationId, sequence, text }: AddedText): Promise<void> => {
    const before = sql.ref(column);
    await tx
      .updateTable('rounds')
      .set({
        [column]: sql`case when ${before} = '' then ${text} else ${before} || ${'\n'} || ${text} end`,
      })
      .where('conversation_id', '=', conversationId)
      .where('sequence', '=', sequence)
      .execute();
  };

/** A person's messages after a round. Memory reads them with the round. */
export const appendHumanText = appendTo('human_text');

/** A note for the agent after a round. Only memory reads it. */
export const appendAgentNote = appendTo('agent_note');

export const setRoundsUser = async (tx: Handle, conversationId: string, userId: string): Promise<void> => {
  await tx
    .updateTable('rounds')
    .set({ user_id: userId })
    .where('conversation_id', '=', conversationId)
    .execute();
};

/** Including their events, citations and traces. Returns the number of rounds. */
export const deleteRounds = async (tx: Handle, conversationIds: readonly string[]): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('rounds')
    .where('conversation_id', 'in', conversationIds)
    .executeTakeFirst();
  return Number(numDeletedRows);
};
