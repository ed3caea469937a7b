import type { Handle } from '../db/index.ts';
import { setRoundsUser } from '../rounds/index.ts';

export interface UserMove {
  agentId: string;
  fromUserId: string;
  toUserId: string;
}

/** Including their rounds. Conversations of other users are not changed. Returns the count. */
export const moveConversations = async (tx: Handle, move: UserMove): Promise<number> => {
  const moved = await tx
    .updateTable('conversations')
    .set({ user_id: move.toUserId })
    .where('agent_id', '=', move.agentId)
    .where('user_id', '=', move.fromUserId)
    .returning('id')
    .execute();
  for (const { id } of moved) await setRoundsUser(tx, id, move.toUserId);
  return moved.length;
};

interface VisitorRef {
  id: string;
  user_id: string;
}

/**
 * Assigns the conversations of an anonymous visitor, with their rounds, to the user that the visitor claims to be. The
 * claim is not verified, so each conversation is marked. Returns their ids.
 */
export const claimConversations = async (
  tx: Handle,
  { guest, visitor }: { guest: VisitorRef; visitor: VisitorRef },
): Promise<string[]> => {
  const claimed = { user_id: visitor.user_id, visitor_id: visitor.id, user_claimed: 1 as const };
  const moved = await tx
    .updateTable('conversations')
    .set(claimed)
    .where('visitor_id', '=', guest.id)
    .where('user_id', '=', guest.user_id)
    .returning('id')
    .execute();
  for (const { id } of moved) await setRoundsUser(tx, id, visitor.user_id);
  return moved.map(({ id }) => id);
};

/** Conversations that were assigned to the user, for this user in this browser. */
export const transferConversations = (
  tx: Handle,
  { guest, visitor }: { guest: VisitorRef; visitor: VisitorRef },
) =>
  tx
    .updateTable('conversations')
    .set({ visitor_id: visitor.id })
    .where('visitor_id', '=', guest.id)
    .where('user_id', '=', visitor.user_id)
    .execute();
