import { setTimeout as delay } from 'node:timers/promises';
import type { Database, DatabaseKind, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import {
  type Change,
  deleteChanges,
  findChanges,
  findCursor,
  findUncounted,
  lockFigures,
  markRunning,
  saveCursor,
} from './change-store.ts';
import { countSources, type Sources } from './count-sources.ts';
import { moveToZone } from './move-to-zone.ts';

interface FollowDependencies {
  db: Database;
  clock: Clock;
}

interface Pass {
  signal: AbortSignal;
  /** Called between two transactions. */
  onBatch(): Promise<void>;
}

/** Rows counted in one transaction. On SQLite all other writers wait for it. */
const rowsAtOnce: Record<DatabaseKind, number> = { sqlite: 100, postgres: 500 };

/**
 * The newest rows are looked for again: a row gets its ID before it is committed, and the clocks of processes differ. Rows
 * that were counted are found in the facts and not read.
 */
const overlapSeconds = 600;

/** The first count of existing data collects unanswered questions of this time. */
export const collectedMs = 90 * 24 * 60 * 60 * 1000;

const secondsLength = 8;

/** The first ID of the time `overlapSeconds` before an ID. */
const overlappingId = (id: string): string => {
  const seconds = Number.parseInt(id.slice(0, secondsLength), 16);
  if (Number.isNaN(seconds)) return '';
  return Math.max(0, seconds - overlapSeconds)
    .toString(16)
    .padStart(secondsLength, '0');
};

type RowIds = Omit<Sources, 'questionsSinceMs'>;
const none: RowIds = { roundIds: [], sessionIds: [], conversationIds: [], workspaceOf: new Map() };

const sourcesOf = (changes: readonly Change[]): RowIds => {
  const idsOf = (kind: Change['kind']) => [
    ...new Set(changes.filter((change) => change.kind === kind).map(({ sourceId }) => sourceId)),
  ];
  return {
    roundIds: idsOf('rounds'),
    sessionIds: idsOf('human_sessions'),
    conversationIds: idsOf('conversations'),
    workspaceOf: new Map(changes.map(({ sourceId, workspaceId }) => [sourceId, workspaceId])),
  };
};

/** Keeps the figures of all days equal to the raw data. */
export const createFollowChanges = ({ db, clock }: FollowDependencies) => {
  const limit = rowsAtOnce[db.kind];
  const count = (tx: Handle, ids: RowIds) =>
    countSources(tx, { ...ids, questionsSinceMs: clock.nowMs() - collectedMs });

  /** Counts marked rows again. The mark of a running round is kept until the round has ended. */
  const followMarks = async ({ signal, onBatch }: Pass): Promise<void> => {
    for (let afterPosition = 0; ; ) {
      signal.throwIfAborted();
      const changes = await db.transaction(async (tx) => {
        await lockFigures(tx, clock.nowMs());
        const some = await findChanges(tx, { afterPosition, limit });
        if (some.length === 0) return some;
        const { runningIds } = await count(tx, sourcesOf(some));
        const kept = new Set(runningIds);
        // One mark of each running round is enough.
        const done = some.filter(({ sourceId }) => !kept.delete(sourceId));
        await deleteChanges(
          tx,
          done.map(({ position }) => position),
        );
        return some;
      });
      if (changes.length > 0) await onBatch();
      if (changes.length < limit) return;
      afterPosition = changes.at(-1)!.position;
    }
  };

  const scan = async (table: 'rounds' | 'human_sessions', { signal, onBatch }: Pass): Promise<void> => {
    const cursor = await findCursor(db.query, table);
    let afterId = overlappingId(cursor?.scannedId ?? '');
    for (;;) {
      signal.throwIfAborted();
      const ids = await db.transaction(async (tx) => {
        await lockFigures(tx, clock.nowMs());
        const some = await findUncounted(tx, table, { afterId, limit });
        if (some.length === 0) return some;
        const sources = table === 'rounds' ? { ...none, roundIds: some } : { ...none, sessionIds: some };
        const { runningIds } = await count(tx, sources);
        await markRunning(tx, runningIds);
        const before = (await findCursor(tx, table))?.scannedId ?? '';
        const last = some.at(-1)!;
        await saveCursor(tx, table, last > before ? last : before, clock.nowMs());
        return some;
      });
      if (ids.length > 0) await onBatch();
      if (ids.length < limit) return;
      afterId = ids.at(-1)!;
    }
  };

  /** Counts everything that is not counted yet. It can be interrupted at any time, and continues at the next call. */
  return async ({ signal, onBatch }: Partial<Pass> = {}): Promise<void> => {
    const pass: Pass = {
      signal: signal ?? new AbortController().signal,
      onBatch: onBatch ?? (() => delay(0)),
    };
    await followMarks(pass);
    await scan('human_sessions', pass);
    await scan('rounds', pass);
    await moveToZone({ db, clock, limit }, pass);
  };
};
