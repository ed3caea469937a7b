import type { OperatorRole } from '../../../accounts/index.ts';
import type { Database, Handle } from '../../../db/index.ts';
import type { Clock } from '../../../lib/clock.ts';
import { type Assignment, awayAfterMs } from './assignment.ts';
import {
  deletePresence,
  findPresence,
  listPresent,
  type PresencePlace,
  type PresenceStatus,
  savePresence,
  touchPresence,
} from './presence-store.ts';

interface PresenceDependencies {
  db: Database;
  clock: Clock;
  assignment: Assignment;
  onError: (error: unknown) => void;
}

/** How often the time of operators with an open inbox is written. */
const touchMs = 20_000;

/** Support people are here to answer. Others open the console for other work. */
const defaultStatus = (role: OperatorRole): PresenceStatus => (role === 'support' ? 'available' : 'away');

/**
 * Whether operators take new sessions: what they chose, and away when they have had no inbox open for a while. Open streams of
 * this process are written to the database regularly, where every process reads them.
 */
export const createPresence = ({ db, clock, assignment, onError }: PresenceDependencies) => {
  const open = new Map<string, PresencePlace & { role: OperatorRole; streams: number }>();
  let timer: NodeJS.Timeout | undefined;

  const touch = async (places: readonly (PresencePlace & { role: OperatorRole })[]): Promise<void> => {
    const seenAtMs = clock.nowMs();
    await db.transaction(async (tx) => {
      for (const place of places)
        await touchPresence(tx, place, { status: defaultStatus(place.role), seenAtMs });
      // Also corrects an assignment that a simultaneous change has missed.
      for (const workspaceId of new Set(places.map((place) => place.workspaceId)))
        await assignment.requestIfNeeded(tx, workspaceId);
    });
  };

  const touchAll = (): void => void touch([...open.values()]).catch(onError);

  return {
    /** The operator opened the inbox. Returns a function for the end of the stream. */
    enter: (place: PresencePlace & { role: OperatorRole }): (() => void) => {
      const key = `${place.workspaceId} ${place.operatorId}`;
      const entry = open.get(key) ?? { ...place, streams: 0 };
      entry.streams += 1;
      open.set(key, entry);
      if (entry.streams === 1) void touch([entry]).catch(onError);
      timer ??= setInterval(touchAll, touchMs).unref();
      return () => {
        entry.streams -= 1;
        if (entry.streams > 0) return;
        open.delete(key);
        if (open.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },

    set: async (tx: Handle, place: PresencePlace, status: PresenceStatus): Promise<void> => {
      await savePresence(tx, place, { status, seenAtMs: clock.nowMs() });
      if (status === 'available') await assignment.requestIfNeeded(tx, place.workspaceId);
    },

    /** What the operator chose, or the default of their role. */
    find: async (place: PresencePlace, role: OperatorRole): Promise<PresenceStatus> =>
      (await findPresence(db.query, place))?.status ?? defaultStatus(role),

    /** IDs of the operators who are available now. */
    listAvailable: async (workspaceId: string): Promise<Set<string>> =>
      new Set(await listPresent(db.query, { workspaceId, seenSinceMs: clock.nowMs() - awayAfterMs })),

    /** The operator may not answer in the workspace any more. */
    remove: deletePresence,
  };
};
