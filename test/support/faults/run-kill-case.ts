import assert from 'node:assert/strict';
import { type FaultPointName, faultPoints } from '../../../src/lib/fault-point.ts';
import { checkEverything, untilIdle } from './checks/check.ts';
import type { FaultService } from './fault-service.ts';
import type { Installation } from './installation.ts';
import { createClient, createJournal, type Journal } from './journal.ts';
import type { Mocks } from './mocks.ts';
import { type WorkloadName, workloads } from './workloads.ts';

export interface KillCase {
  point: FaultPointName;
  workload: WorkloadName;
  /** The visit of the fault point at which the process dies. */
  visit?: number;
  /** Fault point at which an earlier process died, so that this one has work to take over. */
  after?: { point: FaultPointName; visit?: number };
}

/** Time for a process to reach its fault point after the workload. */
const reachLimitMs = 30_000;

const work = async (service: FaultService, journal: Journal, name: WorkloadName): Promise<void> => {
  try {
    if (service.address !== undefined) await workloads[name](createClient(service, journal));
  } catch (error) {
    // A call was cut off. The exit of the process is visible a moment later.
    await Promise.race([service.ended, new Promise((resolve) => setTimeout(resolve, 1000))]);
    if (!service.isOver()) throw error;
  }
};

const untilOver = async (service: FaultService, point: string): Promise<void> => {
  let late: NodeJS.Timeout | undefined;
  const limit = new Promise<string>((resolve) => {
    late = setTimeout(() => resolve('never reached'), reachLimitMs);
  });
  const end = await Promise.race([service.ended, limit]);
  clearTimeout(late);
  assert.equal(
    end,
    'SIGKILL',
    `${point} did not kill the process (${end}):\n${service.output().slice(-2000)}`,
  );
};

/**
 * Lets a process die at a fault point, starts the next one, repeats unanswered calls, waits until all work is done
 * and checks the result.
 */
export const runKillCase = async (
  installation: Installation,
  mocks: Mocks,
  { point, workload, visit = 1, after }: KillCase,
): Promise<void> => {
  assert.ok(point in faultPoints);
  const journal = createJournal();
  let output = '';
  let deaths = 0;
  let service: FaultService | undefined;
  const liveThrough = async (settings: Record<string, string>, doomedAt?: string): Promise<void> => {
    service = await installation.start(settings);
    await work(service, journal, workload);
    if (doomedAt !== undefined) {
      await untilOver(service, doomedAt);
      deaths += 1;
      output += service.output();
    }
  };
  try {
    if (after) await liveThrough({ FAULT: `${after.point}@${after.visit ?? 1}:kill` }, after.point);
    await liveThrough({ FAULT: `${point}@${visit}:kill` }, point);
    await liveThrough({});
    await untilIdle(installation);
    assert.equal(await service!.terminate(), 0, 'the last process ends with code 0');
    output += service!.output();
    await checkEverything(installation, { journal, mocks, deaths, output });
  } catch (error) {
    (error as Error).message += `\n${output}${service?.output() ?? ''}`.slice(-6000);
    throw error;
  } finally {
    if (service && !service.isOver()) await service.kill();
  }
};
