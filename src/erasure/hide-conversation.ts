import { hideConversation } from '../conversations/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { listRunningRounds } from '../rounds/index.ts';

interface HideDependencies {
  db: Database;
  clock: Clock;
  memory: { removeConversation(tx: Handle, conversationId: string): Promise<void> };
  /** Ends the human session, if there is one, and notifies the human service. */
  endSession(tx: Handle, agentId: string, conversationId: string, reason: 'USER_CLOSED'): Promise<void>;
  /** Stops a round, in whichever process it runs. */
  stopRound(roundId: string): Promise<void>;
}

/**
 * A visitor deletes a conversation: it leaves the visitor's list and the memory of the agent, and its human session
 * and its running round end. Operators keep the record until they erase it.
 */
export const createHideConversation =
  ({ db, clock, memory, endSession, stopRound }: HideDependencies) =>
  async (agentId: string, conversationId: string): Promise<void> => {
    await db.transaction(async (tx) => {
      await endSession(tx, agentId, conversationId, 'USER_CLOSED');
      if (await hideConversation(tx, conversationId, clock.nowMs()))
        await memory.removeConversation(tx, conversationId);
    });
    await db.durable();
    for (const roundId of await listRunningRounds(db.query, [conversationId])) await stopRound(roundId);
  };

export type HideConversation = ReturnType<typeof createHideConversation>;
