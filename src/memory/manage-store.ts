import { forgetSummariesOfUser, forgetSummary, rewindSummary } from '../conversations/index.ts';
import type { Handle } from '../db/index.ts';

export interface StoredMemory {
  id: string;
  conversationId: string;
  userId: string;
  kind: 'passage' | 'fact';
  text: string;
  sequence: number;
  createdAtMs: number;
}

export interface MemoryFilter {
  agentId: string;
  userId?: string;
  conversationId?: string;
}

/** Newest first. */
export const listMemories = async (
  db: Handle,
  filter: MemoryFilter,
  page: { offset: number; limit: number },
): Promise<{ memories: StoredMemory[]; total: number }> => {
  let matching = db.selectFrom('memories').where('agent_id', '=', filter.agentId);
  if (filter.userId !== undefined) matching = matching.where('user_id', '=', filter.userId);
  if (filter.conversationId !== undefined)
    matching = matching.where('conversation_id', '=', filter.conversationId);
  const rows = await matching
    .select(['id', 'conversation_id', 'user_id', 'kind', 'text', 'round_sequence', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('round_sequence', 'desc')
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const memories = rows.map((row) => ({
    id: row.id,
    conversationId: row.conversation_id,
    userId: row.user_id,
    kind: row.kind,
    text: row.text,
    sequence: row.round_sequence,
    createdAtMs: row.created_at,
  }));
  return { memories, total: Number(total) };
};

export const deleteMemory = (tx: Handle, agentId: string, id: string) =>
  tx
    .deleteFrom('memories')
    .where('id', '=', id)
    .where('agent_id', '=', agentId)
    .returning(['conversation_id', 'text'])
    .executeTakeFirst();

export const findSummary = async (tx: Handle, conversationId: string): Promise<string> => {
  const row = await tx
    .selectFrom('conversations')
    .select('summary')
    .where('id', '=', conversationId)
    .executeTakeFirst();
  return row?.summary ?? '';
};

export const deleteConversationMemories = async (tx: Handle, conversationId: string): Promise<void> => {
  await tx.deleteFrom('memories').where('conversation_id', '=', conversationId).execute();
  await forgetSummary(tx, conversationId);
};

/** Memories of the rounds from this one on, which were replaced. */
export const deleteMemoriesSince = async (
  tx: Handle,
  conversationId: string,
  sequence: number,
): Promise<void> => {
  await tx
    .deleteFrom('memories')
    .where('conversation_id', '=', conversationId)
    .where('round_sequence', '>=', sequence)
    .execute();
  await rewindSummary(tx, conversationId, sequence);
};

export const deleteUserMemories = async (tx: Handle, agentId: string, userId: string): Promise<void> => {
  await tx.deleteFrom('memories').where('agent_id', '=', agentId).where('user_id', '=', userId).execute();
  await forgetSummariesOfUser(tx, agentId, userId);
};

export const moveUserMemories = async (
  tx: Handle,
  move: { agentId: string; fromUserId: string; toUserId: string },
): Promise<void> => {
  await tx
    .updateTable('memories')
    .set({ user_id: move.toUserId })
    .where('agent_id', '=', move.agentId)
    .where('user_id', '=', move.fromUserId)
    .execute();
};

/** Moves the memories of one conversation to its new user. */
export const setMemoriesUser = async (tx: Handle, conversationId: string, userId: string): Promise<void> => {
  await tx
    .updateTable('memories')
    .set({ user_id: userId })
    .where('conversation_id', '=', conversationId)
    .execute();
};
