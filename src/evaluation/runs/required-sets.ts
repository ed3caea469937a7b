import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import type { Flows } from '../../flows/index.ts';
import { AppError } from '../../lib/errors.ts';
import { listSets } from '../sets/set-store.ts';
import type { TestSet } from '../sets/test-set.ts';
import { findCompletedOfVersion } from './run-store.ts';

const percent = (rate: number): string => `${Math.round(rate * 1000) / 10} %`;

/**
 * Refuses to publish an agent if a test set requires a pass rate that the newest run with this version did not reach. The
 * draft of a flow must have been tested since its last change.
 */
export const createRequiredSets = ({ flows }: { flows: Pick<Flows, 'findIn'> }) => {
  const requireSet = async (tx: Handle, agent: Agent, set: TestSet): Promise<void> => {
    const flow = agent.kind === 'flow' ? await flows.findIn(tx, agent.id) : undefined;
    const run = await findCompletedOfVersion(tx, set.id, {
      version: agent.version,
      ...(flow && (flow.isChanged || flow.publishedVersion === null)
        ? { flowDraftSinceMs: flow.updatedAtMs }
        : {}),
    });
    const name = JSON.stringify(set.name);
    if (!run)
      throw new AppError(
        'conflict',
        `Publishing requires the test set ${name}: run it with version ${agent.version} first`,
      );
    const rate = run.attempts === 0 ? 0 : run.passed / run.attempts;
    if (rate < set.requiredPassRate!)
      throw new AppError(
        'conflict',
        `Publishing requires that ${percent(set.requiredPassRate!)} of the test set ${name} pass; in the last run with version ${agent.version} it was ${percent(rate)}`,
      );
  };

  return async (tx: Handle, agent: Agent): Promise<void> => {
    for (const set of await listSets(tx, agent.id))
      if (set.requiredPassRate !== null) await requireSet(tx, agent, set);
  };
};
