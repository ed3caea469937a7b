import type { Handle } from '../db/index.ts';
import { decodeQuestion, type StoredPart } from './message-parts.ts';

export interface RoundVersion {
  id: string;
  sequence: number;
  question: StoredPart[];
  /** The first version of the message. null for the first version itself. */
  versionOf: string | null;
  replacedBy: string | null;
}

/** Undefined if the conversation has no such round. */
export const findVersion = async (
  db: Handle,
  conversationId: string,
  id: string,
): Promise<RoundVersion | undefined> => {
  const row = await db
    .selectFrom('rounds')
    .select(['id', 'sequence', 'question', 'version_of', 'replaced_by'])
    .where('id', '=', id)
    .where('conversation_id', '=', conversationId)
    .executeTakeFirst();
  return (
    row && {
      id: row.id,
      sequence: row.sequence,
      question: decodeQuestion(row.question),
      versionOf: row.version_of,
      replacedBy: row.replaced_by,
    }
  );
};

/** Whether a person takes part in the conversation now, or did so since this round. */
export const hasPersonSince = async (
  db: Handle,
  { conversationId, sequence }: { conversationId: string; sequence: number },
): Promise<boolean> => {
  const session = await db
    .selectFrom('human_sessions')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where((eb) =>
      eb.or([eb('status', 'not in', ['closed', 'left_message']), eb('start_sequence', '>=', sequence)]),
    )
    .limit(1)
    .executeTakeFirst();
  if (session) return true;
  const message = await db
    .selectFrom('human_messages')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('after_sequence', '>=', sequence)
    .limit(1)
    .executeTakeFirst();
  if (message) return true;
  const round = await db
    .selectFrom('rounds')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('sequence', '>=', sequence)
    .where('human_session_id', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return round !== undefined;
};

/** Versions of a message after the first one. */
export const countLaterVersions = async (db: Handle, firstId: string): Promise<number> => {
  const { total } = await db
    .selectFrom('rounds')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('version_of', '=', firstId)
    .executeTakeFirstOrThrow();
  return Number(total);
};

interface Replacement {
  conversationId: string;
  replaced: RoundVersion;
  by: { id: string; sequence: number };
}

/** The round and all later ones up to the new round leave the current conversation. */
export const markReplaced = async (
  tx: Handle,
  { conversationId, replaced, by }: Replacement,
): Promise<void> => {
  await tx
    .updateTable('rounds')
    .set({ replaced_by: by.id })
    .where('conversation_id', '=', conversationId)
    .where('sequence', '>=', replaced.sequence)
    .where('sequence', '<', by.sequence)
    .where('replaced_by', 'is', null)
    .execute();
  await tx
    .updateTable('rounds')
    .set({ version_of: replaced.versionOf ?? replaced.id })
    .where('id', '=', by.id)
    .execute();
};

/** The versions of each message, oldest first, by the ids of the given rounds. Messages with one version are absent. */
export const findVersions = async (
  db: Handle,
  rounds: readonly { id: string; version_of: string | null }[],
): Promise<Map<string, string[]>> => {
  if (rounds.length === 0) return new Map();
  const firstOf = ({ id, version_of }: (typeof rounds)[number]): string => version_of ?? id;
  const rows = await db
    .selectFrom('rounds')
    .select(['id', 'version_of'])
    .where('version_of', 'in', [...new Set(rounds.map(firstOf))])
    .orderBy('sequence')
    .execute();
  const later = Map.groupBy(rows, ({ version_of }) => version_of);
  return new Map(
    rounds.flatMap((round) => {
      const first = firstOf(round);
      const others = later.get(first);
      return others ? [[round.id, [first, ...others.map(({ id }) => id)]] as const] : [];
    }),
  );
};

/** The ids of this version and of the rounds that followed it, oldest first. */
export const listVersion = async (
  db: Handle,
  conversationId: string,
  { sequence, replacedBy }: RoundVersion,
  limit: number,
): Promise<string[]> => {
  const rows = await db
    .selectFrom('rounds')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('sequence', '>=', sequence)
    .where('replaced_by', replacedBy === null ? 'is' : '=', replacedBy)
    .orderBy('sequence')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};
