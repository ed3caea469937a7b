import { setTimeout as delay } from 'node:timers/promises';
import { deleteChangesOfUser, deleteViewsOfUser, lockConversations } from '../conversations/index.ts';
import type { Database, Handle } from '../db/index.ts';
import { deleteKeysOfConversations } from '../idempotency/index.ts';
import { AppError } from '../lib/errors.ts';
import { faultPoint } from '../lib/fault-point.ts';
import { listRunningRounds } from '../rounds/index.ts';
import type { Users } from '../users/index.ts';
import { deleteDeliveriesOfChats, deleteDeliveriesOfVisitors, lockDeliveries } from '../webhooks/index.ts';
import { createDeleteRows, type RowDependencies } from './delete-rows.ts';
import { createExpireConversations, type FigureDependencies } from './expire-conversations.ts';
import { conversationIdsOf, guestIdsOf } from './store.ts';

interface ErasureDependencies extends RowDependencies {
  db: Database;
  /** Of analytics. */
  figures: FigureDependencies;
  users: Pick<Users, 'removeProperties' | 'removeBindings'>;
  /** Stops a round, in whichever process it runs. */
  stopRound(roundId: string): Promise<void>;
  /** Ends the human session, if there is one, and notifies the human service. */
  endSession(tx: Handle, agentId: string, conversationId: string): Promise<void>;
  /** Copies of what the user wrote: test cases. Returns their files, which are removed too. */
  eraseCopies(tx: Handle, conversationIds: readonly string[]): Promise<string[]>;
  /** Data about a user who only opened a page. */
  eraseVisitors(tx: Handle, agentId: string, userId: string): Promise<void>;
  /** People on messaging platforms, with their chats. */
  eraseChannelUsers(tx: Handle, agentId: string, userIds: readonly string[]): Promise<void>;
  /** Time limit for running rounds to end. */
  stopTimeoutMs?: number;
}

/** What was erased. */
export interface Erased {
  conversations: number;
  rounds: number;
  files: number;
}

interface Scope {
  agentId: string;
  conversationIds: readonly string[];
}

/** Part of the erasure's transaction, for its audit entry. `costNano`: what the conversations were charged. */
type AlsoIn = (tx: Handle, erased: Erased & { costNano: number }) => Promise<void>;

/** A round has not ended: the transaction is rolled back, the round is stopped, and the erasure is repeated. */
class StillRunning extends Error {
  override readonly name = 'StillRunning';
}

const pollMs = 50;
/** Limits the length of statements. */
const erasedAtOnce = 100;

/**
 * Erases conversations and users from all tables and files: rows in one transaction, files in the folder right after
 * it and, if the process ends in between, by a job of that transaction.
 */
export const createErasure = (deps: ErasureDependencies) => {
  const { db, jobs, files, users, stopTimeoutMs = 15_000 } = deps;
  const deleteRows = createDeleteRows(deps);

  const eraseSome = async (tx: Handle, agentId: string, ids: readonly string[]) => {
    await lockDeliveries(tx, ids);
    for (const id of ids) await deps.endSession(tx, agentId, id);
    const locked = await lockConversations(tx, ids);
    if (locked.length === 0) return { conversations: 0, rounds: 0, fileIds: [], costNano: 0 };
    const lockedIds = locked.map(({ id }) => id);
    if ((await listRunningRounds(tx, lockedIds)).length > 0) throw new StillRunning();
    const copiedFileIds = await deps.eraseCopies(tx, lockedIds);
    await deleteKeysOfConversations(tx, agentId, lockedIds);
    const { fileIds, rounds } = await deleteRows.ofConversations(tx, lockedIds);
    return {
      conversations: locked.length,
      rounds,
      fileIds: [...fileIds, ...copiedFileIds],
      costNano: locked.reduce((sum, { costNano }) => sum + costNano, 0),
    };
  };

  const eraseIn = async (tx: Handle, { agentId, conversationIds }: Scope) => {
    const erased: Erased = { conversations: 0, rounds: 0, files: 0 };
    const fileIds: string[] = [];
    let costNano = 0;
    for (let start = 0; start < conversationIds.length; start += erasedAtOnce) {
      const some = await eraseSome(tx, agentId, conversationIds.slice(start, start + erasedAtOnce));
      erased.conversations += some.conversations;
      erased.rounds += some.rounds;
      fileIds.push(...some.fileIds);
      costNano += some.costNano;
    }
    await deleteRows.ofFiles(tx, fileIds);
    erased.files = fileIds.length;
    faultPoint('erasure-deleting');
    return { erased, fileIds, costNano };
  };

  /** Data about the user outside of conversations. */
  const forgetUser = async (tx: Handle, agentId: string, userId: string): Promise<void> => {
    await users.removeProperties(tx, agentId, userId);
    const pending = [
      ...(await deleteDeliveriesOfVisitors(tx, { agentId, userId })),
      ...(await deleteDeliveriesOfChats(tx, { agentId, userId })),
    ];
    await deps.eraseVisitors(tx, agentId, userId);
    await deps.eraseChannelUsers(tx, agentId, [userId]);
    await deleteChangesOfUser(tx, agentId, userId);
    await deleteViewsOfUser(tx, agentId, userId);
    for (const deliveryId of pending) await jobs.runNow(tx, deliveryId);
  };

  /** A visitor with conversations that were not moved to the user is a user of their own. */
  const forgetGuests = async (tx: Handle, agentId: string, guestIds: ReadonlySet<string>): Promise<void> => {
    for (const guestId of guestIds)
      if ((await conversationIdsOf(tx, agentId, guestId)).length === 0)
        await forgetUser(tx, agentId, guestId);
  };

  const stopRunning = async (conversationIds: readonly string[]): Promise<boolean> => {
    let running = 0;
    for (const conversationId of conversationIds)
      for (const roundId of await listRunningRounds(db.query, [conversationId])) {
        running += 1;
        await deps.stopRound(roundId);
      }
    return running > 0;
  };

  /** Waits for running rounds. New ones may start until the transaction locks the conversation. */
  const erase = async (
    find: () => Promise<Scope>,
    work: (tx: Handle, scope: Scope) => ReturnType<typeof eraseIn>,
  ): Promise<Erased> => {
    const giveUpAt = performance.now() + stopTimeoutMs;
    for (;;) {
      const scope = await find();
      if (!(await stopRunning(scope.conversationIds)))
        try {
          const { erased, fileIds } = await db.transaction((tx) => work(tx, scope));
          await db.durable();
          faultPoint('erasure-committed');
          await files.removeContents(fileIds).catch(() => {});
          faultPoint('erasure-files-removed');
          return erased;
        } catch (error) {
          if (!(error instanceof StillRunning)) throw error;
        }
      if (performance.now() > giveUpAt)
        throw new AppError(
          'conflict',
          'A reply is still running and is being stopped. Try again in a few seconds',
        );
      await delay(pollMs);
    }
  };

  return {
    /** For the data retention of agents. */
    expireConversations: createExpireConversations({ deleteRows, figures: deps.figures }),
    deleteFileRows: deleteRows.ofFiles,

    conversation: (agentId: string, conversationId: string, also: AlsoIn): Promise<Erased> =>
      erase(
        async () => ({ agentId, conversationIds: [conversationId] }),
        async (tx, scope) => {
          const result = await eraseIn(tx, scope);
          if (result.erased.conversations === 0) throw new AppError('conversationNotFound');
          await also(tx, { ...result.erased, costNano: result.costNano });
          return result;
        },
      ),

    /** Erases all conversations of a user with this agent, and all data about the user. Repeating it is harmless. */
    user: (agentId: string, userId: string, also: AlsoIn): Promise<Erased> =>
      erase(
        async () => ({ agentId, conversationIds: await conversationIdsOf(db.query, agentId, userId) }),
        async (tx, scope) => {
          const bound = await users.removeBindings(tx, agentId, userId);
          const guestIds = new Set([...bound, ...(await guestIdsOf(tx, agentId, userId))]);
          const result = await eraseIn(tx, scope);
          await forgetUser(tx, agentId, userId);
          await forgetGuests(tx, agentId, guestIds);
          await also(tx, { ...result.erased, costNano: result.costNano });
          return result;
        },
      ),
  };
};

export type Erasure = ReturnType<typeof createErasure>;
