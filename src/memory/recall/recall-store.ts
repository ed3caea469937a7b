import { sql } from 'kysely';
import { type Handle, prepared } from '../../db/index.ts';
import { fileTopic } from '../file-memories.ts';
import { questionWithTranscript } from '../question-with-transcript.ts';
import { encodeTerms } from '../term-set.ts';

export interface MemoryRow {
  id: string;
  conversation_id: string;
  kind: 'passage' | 'fact';
  terms: Uint8Array;
  /** Separated by spaces. */
  topics: string;
  vector: Uint8Array | null;
  vector_model: string;
  round_sequence: number;
  position: number;
  created_at: number;
}

export interface RoundRow {
  id: string;
  conversation_id: string;
  question: string;
  answer: string;
  sequence: number;
  created_at: number;
}

export interface RecallScope {
  agentId: string;
  userId: string;
  conversationId: string;
  olderThanSequence: number;
}

/** Only this many of the newest memories are compared. Most rounds make one passage, so it is about as many rounds. */
const mostMemories = 2000;
const mostRounds = 100;
/** Per text: of a round that is not distilled yet, only the beginning is searched. */
const readCharacters = 4000;

const columns = [
  'id',
  'conversation_id',
  'kind',
  'terms',
  'topics',
  'vector_model',
  'round_sequence',
  'position',
  'created_at',
] as const;

/**
 * Excludes conversations of unverified users: their text must not be recalled for the real user of that name.
 * Excludes conversations that the user deleted.
 */
const excludedConversations = (db: Handle, value: (name: 'agentId' | 'userId') => string) =>
  db
    .selectFrom('conversations')
    .select('id')
    .where('agent_id', '=', value('agentId'))
    .where('user_id', '=', value('userId'))
    .where((eb) => eb.or([eb('user_claimed', '=', 1), eb('hidden_at', 'is not', null)]));

/** Vectors are most of a row, so they are read only if they can be compared. */
const memoriesQuery = (scope: 'conversation' | 'user', withVectors: boolean) =>
  prepared<RecallScope, MemoryRow>((db, value) => {
    const query = db
      .selectFrom('memories')
      .select(columns)
      .select(withVectors ? 'vector' : sql<null>`null`.as('vector'))
      .limit(sql.lit(mostMemories));
    if (scope === 'conversation')
      return query
        .where('conversation_id', '=', value('conversationId'))
        .where((eb) =>
          eb.or([
            eb('round_sequence', '<', value('olderThanSequence')),
            // Files may be too large for the window although their round is in it.
            eb('topics', '=', sql.lit(fileTopic)),
          ]),
        )
        .orderBy('round_sequence', 'desc');
    return query
      .where('agent_id', '=', value('agentId'))
      .where('user_id', '=', value('userId'))
      .where('conversation_id', 'not in', excludedConversations(db, value))
      .where((eb) =>
        eb.or([
          eb('conversation_id', '<>', value('conversationId')),
          eb('round_sequence', '<', value('olderThanSequence')),
          eb('topics', '=', sql.lit(fileTopic)),
        ]),
      )
      .orderBy('created_at', 'desc');
  });

const memoriesIn = {
  conversation: { plain: memoriesQuery('conversation', false), vectors: memoriesQuery('conversation', true) },
  user: { plain: memoriesQuery('user', false), vectors: memoriesQuery('user', true) },
};

/** Rounds that are not distilled yet, so that recall finds them while a job waits. */
const roundsQuery = (scope: 'conversation' | 'user') =>
  prepared<RecallScope, RoundRow>((db, value) => {
    const query = db
      .selectFrom('conversations as c')
      .innerJoin('rounds as r', (join) =>
        join.onRef('r.conversation_id', '=', 'c.id').onRef('r.sequence', '>', 'c.summary_sequence'),
      )
      .select((eb) => [
        'r.id',
        'r.conversation_id',
        'r.sequence',
        'r.created_at',
        sql<string>`substr(${questionWithTranscript}, 1, ${sql.lit(readCharacters)})`.as('question'),
        eb.fn<string>('substr', ['r.answer_text', sql.lit(1), sql.lit(readCharacters)]).as('answer'),
      ])
      .where('r.status', 'in', ['done', 'stopped'])
      .where('r.answer_text', '<>', '')
      .where('r.replaced_by', 'is', null)
      .limit(sql.lit(mostRounds));
    if (scope === 'conversation')
      return query
        .where('c.id', '=', value('conversationId'))
        .where('r.sequence', '<', value('olderThanSequence'))
        .orderBy('r.sequence', 'desc');
    return query
      .where('c.agent_id', '=', value('agentId'))
      .where('c.user_id', '=', value('userId'))
      .where('c.user_claimed', '=', 0)
      .where('c.hidden_at', 'is', null)
      .where((eb) =>
        eb.or([eb('c.id', '<>', value('conversationId')), eb('r.sequence', '<', value('olderThanSequence'))]),
      )
      .orderBy('c.recent_chat_at', 'desc')
      .orderBy('r.sequence', 'desc');
  });

const roundsIn = { conversation: roundsQuery('conversation'), user: roundsQuery('user') };

export const memoriesOf = (
  db: Handle,
  scope: 'conversation' | 'user',
  values: RecallScope,
  withVectors: boolean,
): Promise<MemoryRow[]> => memoriesIn[scope][withVectors ? 'vectors' : 'plain'](db, values);

export const undistilledRounds = (
  db: Handle,
  scope: 'conversation' | 'user',
  values: RecallScope,
): Promise<RoundRow[]> => roundsIn[scope](db, values);

/** Read last and by id, so that memories deleted meanwhile are not returned. */
export const textsOf = async (db: Handle, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('memories').select(['id', 'text']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, text }) => [id, text]));
};

export const updateTerms = async (
  tx: Handle,
  memories: readonly { id: string; terms: Uint32Array }[],
): Promise<void> => {
  for (const { id, terms } of memories)
    await tx
      .updateTable('memories')
      .set({ terms: encodeTerms(terms) })
      .where('id', '=', id)
      .execute();
};
