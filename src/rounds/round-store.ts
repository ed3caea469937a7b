import { type Compilable, type Kysely, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely';
import {
  dialectOf,
  firstRow,
  type Handle,
  prepared,
  type Schema,
  type Statement,
  type ValueOf,
} from '../db/index.ts';
import { decodeQuestion, encodeQuestion } from './message-parts.ts';
import type { Round } from './round.ts';
import { decodeRequest, encodeRequest } from './round-request.ts';

type Rounds = Schema['rounds'];
export type RoundRow = Selectable<Rounds>;

type NewRow = Pick<
  Rounds,
  | 'id'
  | 'answer_id'
  | 'workspace_id'
  | 'agent_id'
  | 'conversation_id'
  | 'user_id'
  | 'api_version'
  | 'mode'
  | 'owner'
  | 'question'
  | 'question_text'
  | 'request'
  | 'reserved_nano'
  | 'created_at'
>;

const insertNumbered = (
  db: Kysely<Schema>,
  value: ValueOf<NewRow>,
  sequence: RawBuilder<number>,
): Compilable<never> =>
  db.insertInto('rounds').values({
    id: value('id'),
    answer_id: value('answer_id'),
    workspace_id: value('workspace_id'),
    agent_id: value('agent_id'),
    conversation_id: value('conversation_id'),
    user_id: value('user_id'),
    sequence,
    api_version: value('api_version'),
    mode: value('mode'),
    status: 'running',
    owner: value('owner'),
    question: value('question'),
    question_text: value('question_text'),
    request: value('request'),
    answer_text: '',
    outputs: '[]',
    usage: null,
    error_code: null,
    error_message: null,
    reserved_nano: value('reserved_nano'),
    cost_nano: 0,
    stop_requested: 0,
    feedback: 'NONE',
    quality: 'NONE',
    created_at: value('created_at'),
    ended_at: null,
  }) as unknown as Compilable<never>;

const insertAfterUpdate = prepared<NewRow, never>((db, value) =>
  insertNumbered(
    db,
    value,
    sql`(select message_count from conversations where id = ${value('conversation_id')})`,
  ),
);

/** In one statement with the update, which the table does not show yet. */
const insertWithUpdate = prepared<NewRow, never>((db, value) =>
  insertNumbered(db, value, sql`(select message_count from ${sql.table(firstRow)})`),
);

/** The process that runs the round, and the text of its question in lists. */
export interface NewRoundDetails {
  owner: string;
  questionText: string;
}

/** As the newest round of its conversation. For `storeTogether`, after `takingSequence`. */
export const insertingRound = (
  tx: Handle,
  round: Omit<Round, 'sequence'>,
  { owner, questionText }: NewRoundDetails,
): Statement<never> =>
  (dialectOf(tx) === 'postgres' ? insertWithUpdate : insertAfterUpdate).statement({
    id: round.id,
    answer_id: round.answerId,
    workspace_id: round.workspaceId,
    agent_id: round.agentId,
    conversation_id: round.conversationId,
    user_id: round.userId,
    api_version: round.apiVersion,
    mode: round.mode,
    owner,
    question: encodeQuestion(round.question),
    question_text: questionText,
    request: encodeRequest(round.request),
    reserved_nano: round.reservedNano,
    created_at: round.createdAtMs,
  });

/** The row of a running round. Its conversation has the channel. */
export const toRound = (row: RoundRow & { channel: string }): Round => ({
  id: row.id,
  answerId: row.answer_id,
  workspaceId: row.workspace_id,
  agentId: row.agent_id,
  conversationId: row.conversation_id,
  userId: row.user_id,
  channel: row.channel,
  sequence: row.sequence,
  apiVersion: row.api_version,
  mode: row.mode,
  question: decodeQuestion(row.question),
  request: decodeRequest(row.request),
  reservedNano: row.reserved_nano,
  attempt: row.attempt,
  createdAtMs: row.created_at,
});

type OpenRound = Pick<RoundRow, 'sequence' | 'attempt'>;

const firstOpen = prepared<{ conversationId: string; sequence: number }, OpenRound>((db, value) =>
  db
    .selectFrom('rounds')
    .select(['sequence', 'attempt'])
    .where('conversation_id', '=', value('conversationId'))
    .where('sequence', '<=', value('sequence'))
    .where('status', '=', 'running')
    .orderBy('sequence')
    .limit(1),
);

/** The first round of the conversation that has not ended, up to and including the given one. */
export const findFirstOpenRound = async (
  db: Handle,
  place: { conversationId: string; sequence: number },
): Promise<OpenRound | undefined> => (await firstOpen(db, place))[0];

/** Most rounds have no recordings. Those that do need an additional statement. */
export const saveTranscript = async (db: Handle, roundId: string, transcript: string): Promise<void> => {
  await db.updateTable('rounds').set({ heard_text: transcript }).where('id', '=', roundId).execute();
};

/** Few rounds fail. Those that do need an additional statement. */
export const keepErrorCause = async (db: Handle, roundId: string, cause: string): Promise<void> => {
  await db.updateTable('rounds').set({ error_cause: cause }).where('id', '=', roundId).execute();
};

/** The part of a file's text that the model gets. The file itself stays with the message. */
const keptReadCharacters = 100_000;

/** PostgreSQL cannot store NUL, and a cut text may end in a lone surrogate. */
export const keptReadText = (readText: string): string =>
  readText.slice(0, keptReadCharacters).replaceAll('\0', '').toWellFormed();

export const keepReadText = async (db: Handle, roundId: string, readText: string): Promise<void> => {
  await db
    .updateTable('rounds')
    .set({ read_text: keptReadText(readText) })
    .where('id', '=', roundId)
    .execute();
};

const byId = prepared<{ id: string }, RoundRow>((db, value) =>
  db.selectFrom('rounds').selectAll().where('id', '=', value('id')),
);

export const findRound = async (db: Handle, id: string): Promise<RoundRow | undefined> =>
  (await byId(db, { id }))[0];

/** Returns the number of rated rounds: one, or none if the round was deleted. */
export const setRating = async (
  db: Handle,
  roundId: string,
  rating: Pick<Updateable<Rounds>, 'quality' | 'feedback' | 'feedback_reason' | 'feedback_comment'>,
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('rounds')
    .set(rating)
    .where('id', '=', roundId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};
