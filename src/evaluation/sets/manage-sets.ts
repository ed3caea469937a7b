import type { Agent } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { isId, newId } from '../../lib/ids.ts';
import { nextTimeMs, requireSchedule } from '../../lib/schedule.ts';
import { countCasesOf, listTurnsWithFiles } from '../cases/case-store.ts';
import { filesOf } from '../cases/test-case.ts';
import type { RunSchedule } from '../runs/run-schedule.ts';
import { deleteSet, findSet, insertSet, listSets, updateSet } from './set-store.ts';
import { type SetSettings, setLimits, type TestSet } from './test-set.ts';

interface ManageSetsDependencies {
  db: Database;
  clock: Clock;
  schedule: RunSchedule;
  /** Files that nothing refers to any more. */
  releaseFiles(tx: Handle, fileIds: readonly string[]): Promise<void>;
}

export const defaultSetSettings: Omit<SetSettings, 'name'> = {
  description: '',
  judgeModel: null,
  repeats: 1,
  schedule: 'off',
  requiredPassRate: null,
};

/** Test sets of an agent. */
export const createManageSets = ({ db, clock, schedule, releaseFiles }: ManageSetsDependencies) => ({
  list: (agent: Agent): Promise<TestSet[]> => listSets(db.query, agent.id),

  caseCounts: (sets: readonly TestSet[]): Promise<Map<string, number>> =>
    countCasesOf(
      db.query,
      sets.map(({ id }) => id),
    ),

  require: async (agent: Agent, id: string): Promise<TestSet> => {
    const set = isId(id) ? await findSet(db.query, agent.id, id) : undefined;
    if (!set) throw new AppError('notFound', 'There is no such test set of this agent');
    return set;
  },

  create: async (
    tx: Handle,
    agent: Agent,
    { creatorEmail, ...settings }: SetSettings & { creatorEmail: string },
  ): Promise<TestSet> => {
    if ((await listSets(tx, agent.id)).length >= setLimits.sets)
      throw new AppError('conflict', `An agent may have at most ${setLimits.sets} test sets`);
    const nowMs = clock.nowMs();
    requireSchedule(settings.schedule, nowMs);
    const created = await insertSet(
      tx,
      {
        ...settings,
        id: newId(nowMs),
        workspaceId: agent.workspaceId,
        agentId: agent.id,
        nextRunAtMs: nextTimeMs(settings.schedule, nowMs),
        creatorEmail,
      },
      nowMs,
    );
    await schedule.follow(tx, created);
    return created;
  },

  change: async (tx: Handle, set: TestSet, settings: SetSettings): Promise<TestSet> => {
    const nowMs = clock.nowMs();
    requireSchedule(settings.schedule, nowMs);
    const isSame = settings.schedule === set.schedule;
    const nextRunAtMs = isSame ? set.nextRunAtMs : nextTimeMs(settings.schedule, nowMs);
    const changed = await updateSet(tx, set.id, { ...settings, nextRunAtMs }, nowMs);
    if (!changed) throw new AppError('notFound', 'There is no such test set of this agent');
    if (!isSame) await schedule.follow(tx, changed);
    return changed;
  },

  /** With its cases. */
  remove: async (tx: Handle, set: TestSet): Promise<void> => {
    const turns = await listTurnsWithFiles(tx, set.id);
    await releaseFiles(
      tx,
      turns.flatMap((text) => filesOf({ turns: JSON.parse(text) })),
    );
    await deleteSet(tx, set.id);
  },
});
