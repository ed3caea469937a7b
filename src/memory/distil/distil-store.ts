import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';
import { newId } from '../../lib/ids.ts';
import { questionWithTranscript } from '../question-with-transcript.ts';
import { encodeTerms } from '../term-set.ts';
import { withHumanText } from '../with-human-text.ts';
import type { MadeMemory } from './make-memories.ts';

/** Only the beginning of a longer text is distilled. */
const readCharacters = 50_000;
/** Rows per insert: SQLite binds at most 32,766 values. */
const insertedAtOnce = 200;

export interface DistilledConversation {
  agent_id: string;
  message_count: number;
  summary: string;
  summary_sequence: number;
  human_version: number;
}

/** The newest round at the start of an open human session, whose answers are not complete yet. */
export const findHumanSessionStart = async (
  db: Handle,
  conversationId: string,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('human_sessions')
    .select('start_sequence')
    .where('conversation_id', '=', conversationId)
    .where('status', 'not in', ['closed', 'left_message'])
    .executeTakeFirst();
  return row?.start_sequence;
};

/** Undefined if the conversation was deleted, also by its visitor. */
export const findDistilled = (
  db: Handle,
  conversationId: string,
): Promise<DistilledConversation | undefined> =>
  db
    .selectFrom('conversations')
    .select(['agent_id', 'message_count', 'summary', 'summary_sequence', 'human_version'])
    .where('id', '=', conversationId)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();

/** Rounds between two sequences, oldest first, with any status and also replaced ones. */
export const roundsBetween = (
  db: Handle,
  range: { conversationId: string; afterSequence: number; beforeSequence: number; limit: number },
) =>
  db
    .selectFrom('rounds')
    .select([
      'sequence',
      'status',
      'created_at',
      sql<string>`substr(${questionWithTranscript}, 1, ${sql.lit(readCharacters)})`.as('question'),
      sql<string>`substr(${withHumanText}, 1, ${sql.lit(readCharacters)})`.as('answer'),
      // Only for the summary, because memories may be quoted to users.
      sql<string>`substr(agent_note, 1, ${sql.lit(readCharacters)})`.as('note'),
      'human_session_id',
      'replaced_by',
    ])
    .where('conversation_id', '=', range.conversationId)
    .where('sequence', '>', range.afterSequence)
    .where('sequence', '<', range.beforeSequence)
    .orderBy('sequence')
    .limit(range.limit)
    .execute();

export interface NewMemory extends MadeMemory {
  sequence: number;
  createdAtMs: number;
}

export const insertMemories = async (
  tx: Handle,
  owner: { agentId: string; userId: string; conversationId: string },
  memories: readonly NewMemory[],
): Promise<void> => {
  const rows = memories.map((memory) => ({
    id: newId(memory.createdAtMs),
    agent_id: owner.agentId,
    user_id: owner.userId,
    conversation_id: owner.conversationId,
    kind: memory.kind,
    text: memory.text,
    terms: encodeTerms(memory.terms),
    topics: memory.topics.join(' '),
    vector: null,
    vector_model: '',
    round_sequence: memory.sequence,
    position: memory.position,
    created_at: memory.createdAtMs,
  }));
  for (let at = 0; at < rows.length; at += insertedAtOnce)
    await tx
      .insertInto('memories')
      .values(rows.slice(at, at + insertedAtOnce))
      .execute();
};

/** Memories without a vector of a current model: new ones, and those of a model that is no longer used. */
export const memoriesToEmbed = (
  db: Handle,
  { conversationId, models, limit }: { conversationId: string; models: readonly string[]; limit: number },
): Promise<{ id: string; text: string }[]> =>
  db
    .selectFrom('memories')
    .select(['id', 'text'])
    .where('conversation_id', '=', conversationId)
    .where('vector_model', 'not in', models)
    .orderBy('round_sequence', 'desc')
    .limit(limit)
    .execute();

export const setVectors = async (
  tx: Handle,
  vectors: readonly { id: string; vector: Uint8Array; model: string }[],
): Promise<void> => {
  for (const { id, vector, model } of vectors)
    await tx.updateTable('memories').set({ vector, vector_model: model }).where('id', '=', id).execute();
};
