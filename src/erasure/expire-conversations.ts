import { lockConversations } from '../conversations/index.ts';
import type { Handle } from '../db/index.ts';
import { lockDeliveries } from '../webhooks/index.ts';
import type { DeleteRows } from './delete-rows.ts';
import { type ExpiredPage, findExpired } from './expired-store.ts';

export interface FigureDependencies {
  /** Before conversations are locked. */
  lockFigures(tx: Handle): Promise<void>;
  /** The figures of past days stay, although `work` deletes all rows of these conversations. */
  keepFigures<Result>(
    tx: Handle,
    conversations: { workspaceId: string; conversationIds: readonly string[] },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

interface ExpireDependencies {
  deleteRows: DeleteRows;
  figures: FigureDependencies;
}

interface Batch extends Omit<ExpiredPage, 'ids'> {
  workspaceId: string;
  /** At least one conversation is deleted, however many rounds it has. */
  mostRounds: number;
}

/** The first of the conversations, up to this many rounds. */
const withinRounds = <Item extends { rounds: number }>(items: readonly Item[], most: number): Item[] => {
  let sum = 0;
  return items.filter(({ rounds }, index) => {
    sum += rounds;
    return index === 0 || sum <= most;
  });
};

/**
 * Deletes the oldest expired conversations in the transaction of the caller. Unlike an erasure it keeps the figures of
 * analytics and test cases, and leaves idempotency keys to their own expiry, which is shorter. The caller calls
 * `files.removeContents` after the commit.
 */
export const createExpireConversations =
  ({ deleteRows, figures: { lockFigures, keepFigures } }: ExpireDependencies) =>
  async (tx: Handle, { workspaceId, mostRounds, ...page }: Batch) => {
    const found = withinRounds(await findExpired(tx, page), mostRounds);
    const next = found.at(-1);
    const erased = { conversations: 0, rounds: 0, files: 0 };
    if (!next) return { erased, fileIds: [], next: undefined };
    const foundIds = found.map(({ id }) => id);
    await lockFigures(tx);
    await lockDeliveries(tx, foundIds);
    await lockConversations(tx, foundIds);
    // A round may have started, or a person may have replied, before they were locked.
    const ids = (await findExpired(tx, { ...page, after: undefined, ids: foundIds })).map(({ id }) => id);
    if (ids.length === 0) return { erased, fileIds: [], next };
    const { rounds, fileIds } = await keepFigures(tx, { workspaceId, conversationIds: ids }, () =>
      deleteRows.ofConversations(tx, ids),
    );
    await deleteRows.ofFiles(tx, fileIds);
    return { erased: { conversations: ids.length, rounds, files: fileIds.length }, fileIds, next };
  };
