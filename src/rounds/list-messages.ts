import { sql } from 'kysely';
import type { Handle } from '../db/index.ts';

/** One thing that was said in a conversation. */
export type SaidMessage =
  | { kind: 'question'; id: string; createdAtMs: number; parts: string; text: string }
  | { kind: 'answer'; id: string; roundId: string; createdAtMs: number; outputs: string; text: string }
  | {
      kind: 'human';
      id: string;
      answerId: string;
      sender: 'human' | 'service';
      createdAtMs: number;
      text: string;
      /** JSON, as parts of a message. */
      files: string;
    };

interface Place {
  kind: SaidMessage['kind'];
  id: string;
}

/** A round that failed, or was taken over by a person before the agent spoke, has a question only. */
const hasAnswer = sql`status in ('done', 'stopped') and answer_text <> ''`;

/** Questions, answers and what people said, in the order of the conversation. */
const places = (conversationId: string) => sql`
  select 'question' as kind, id, sequence, 0 as part, 0 as position from rounds
    where conversation_id = ${conversationId}
  union all select 'answer', id, sequence, 1, 0 from rounds
    where conversation_id = ${conversationId} and ${hasAnswer}
  union all select 'human', id, after_sequence, 2, position from human_messages
    where conversation_id = ${conversationId}`;

const readMessages = async (db: Handle, found: readonly Place[]): Promise<SaidMessage[]> => {
  const idsOf = (human: boolean) =>
    found.filter(({ kind }) => (kind === 'human') === human).map(({ id }) => id);
  const [roundIds, humanIds] = [[...new Set(idsOf(false))], idsOf(true)];
  const rounds = roundIds.length
    ? await db
        .selectFrom('rounds')
        .select([
          'id',
          'answer_id',
          'question',
          'question_text',
          'outputs',
          'answer_text',
          'created_at',
          'ended_at',
        ])
        .where('id', 'in', roundIds)
        .execute()
    : [];
  const spoken = humanIds.length
    ? await db
        .selectFrom('human_messages')
        .select(['id', 'answer_id', 'sender', 'text', 'files', 'created_at'])
        .where('id', 'in', humanIds)
        .execute()
    : [];
  return found.flatMap(({ kind, id }): SaidMessage[] => {
    if (kind === 'human') {
      const said = spoken.find((one) => one.id === id);
      if (!said) return [];
      const { answer_id: answerId, sender, created_at: createdAtMs, text, files } = said;
      return [{ kind, id, answerId, sender, createdAtMs, text, files }];
    }
    const round = rounds.find((one) => one.id === id);
    if (!round) return [];
    const { created_at: createdAtMs, question: parts, question_text: text } = round;
    if (kind === 'question') return [{ kind, id, createdAtMs, parts, text }];
    return [
      {
        kind,
        id: round.answer_id,
        roundId: id,
        createdAtMs: round.ended_at ?? createdAtMs,
        outputs: round.outputs,
        text: round.answer_text,
      },
    ];
  });
};

/** Oldest first. */
export const listMessages = async (
  db: Handle,
  conversationId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ messages: SaidMessage[]; total: number }> => {
  const all = places(conversationId);
  const counted = await sql<{ total: number }>`select count(*) as total from (${all}) as said`.execute(db);
  const total = Number(counted.rows[0]?.total ?? 0);
  if (offset >= total) return { messages: [], total };
  const found = await sql<Place>`select kind, id from (${all}) as said
    order by sequence, part, position limit ${limit} offset ${offset}`.execute(db);
  return { messages: await readMessages(db, found.rows), total };
};
