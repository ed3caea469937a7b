import type { Database } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { applyFacts } from './apply-facts.ts';
import { lockFigures } from './change-store.ts';
import { pageOfFacts, saveFacts } from './fact-store.ts';
import { localDayOf } from './local-days.ts';
import { findMovingWorkspace, findZone, saveZone } from './zone-store.ts';

interface MoveDependencies {
  db: Database;
  clock: Clock;
  /** Facts moved in one transaction. */
  limit: number;
}

/** Moves facts to their days in the new time zone of their workspace, in the order of their IDs. */
export const moveToZone = async (
  { db, clock, limit }: MoveDependencies,
  { signal, onBatch }: { signal: AbortSignal; onBatch(): Promise<void> },
): Promise<void> => {
  for (;;) {
    signal.throwIfAborted();
    const workspaceId = await findMovingWorkspace(db.query);
    if (workspaceId === undefined) return;
    await db.transaction(async (tx) => {
      await lockFigures(tx, clock.nowMs());
      const { timeZone, movedToId } = await findZone(tx, workspaceId);
      if (movedToId === null) return;
      const facts = await pageOfFacts(tx, workspaceId, { afterId: movedToId, limit });
      const moved = facts.map((fact) => ({ ...fact, day: localDayOf(timeZone, fact.atMs) }));
      const added = moved.filter(({ day }, index) => day !== facts[index]!.day);
      const removed = facts.filter(({ day }, index) => day !== moved[index]!.day);
      await applyFacts(tx, { removed, added });
      await saveFacts(tx, added);
      await saveZone(tx, workspaceId, { timeZone, movedToId: facts.at(-1)?.sourceId ?? null });
    });
    await onBatch();
  }
};
