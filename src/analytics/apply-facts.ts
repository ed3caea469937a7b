import type { Handle } from '../db/index.ts';
import { addToDays, type DayChange } from './day-store.ts';
import type { StoredFact } from './fact.ts';
import { type CounterName, durationNames, isZero, noFigures } from './figures.ts';
import { addHistogram, addTo } from './histogram.ts';
import { addToDocuments, addToTools, type DocumentChange, type ToolChange } from './item-store.ts';
import { changeUserDays, type UserChange } from './user-days.ts';

/** Adds up the effect of facts that are added (1) or removed (-1). */
const createSums = () => {
  const days = new Map<string, DayChange>();
  const documents = new Map<string, DocumentChange>();
  const tools = new Map<string, ToolChange>();
  const users = new Map<string, UserChange>();
  const workspaceOfAgent = new Map<string, string>();

  const dayAt = (workspaceId: string, agentId: string, channel: string, day: number): DayChange => {
    const key = [workspaceId, agentId, channel, day].join('\n');
    const change = days.get(key) ?? { workspaceId, agentId, channel, day, figures: noFigures() };
    days.set(key, change);
    return change;
  };

  const addToItems = ({ workspaceId, agentId, channel, day, parts }: StoredFact, sign: 1 | -1): void => {
    const place = { workspaceId, agentId, channel, day };
    for (const documentId of parts.d ?? []) {
      const key = [workspaceId, agentId, channel, day, documentId].join('\n');
      const change = documents.get(key) ?? { ...place, documentId, citations: 0 };
      documents.set(key, { ...change, citations: change.citations + sign });
    }
    for (const [tool, [calls, failures]] of Object.entries(parts.t ?? {})) {
      const key = [workspaceId, agentId, channel, day, tool].join('\n');
      const change = tools.get(key) ?? { ...place, tool, calls: 0, failures: 0 };
      tools.set(key, {
        ...change,
        calls: change.calls + sign * calls,
        failures: change.failures + sign * failures,
      });
    }
  };

  const addToUsers = ({ workspaceId, agentId, channel, day, parts }: StoredFact, sign: 1 | -1): void => {
    if (parts.u === undefined) return;
    workspaceOfAgent.set(agentId, workspaceId);
    for (const some of [channel, '']) {
      const key = [agentId, some, parts.u, day].join('\n');
      const change = users.get(key) ?? { agentId, channel: some, userKey: parts.u, day, rounds: 0 };
      users.set(key, { ...change, rounds: change.rounds + sign });
    }
  };

  return {
    add: (fact: StoredFact, sign: 1 | -1): void => {
      const { workspaceId, agentId, channel, day, parts } = fact;
      for (const someAgent of [agentId, ''])
        for (const someChannel of [channel, '']) {
          const { figures } = dayAt(workspaceId, someAgent, someChannel, day);
          for (const [name, count] of Object.entries(parts.n))
            figures.counters[name as CounterName] += sign * count;
          for (const name of durationNames) {
            const bucket = parts.h?.[name];
            if (bucket !== undefined) addTo(figures.histograms[name], bucket, sign);
          }
        }
      addToItems(fact, sign);
      addToUsers(fact, sign);
    },

    save: async (tx: Handle): Promise<void> => {
      const changed = [...users.values()].filter(({ rounds }) => rounds !== 0);
      for (const { agentId, channel, day, absences } of await changeUserDays(tx, changed))
        for (const someAgent of [agentId, '']) {
          const { figures } = dayAt(workspaceOfAgent.get(agentId)!, someAgent, channel, day);
          addHistogram(figures.histograms.absences, absences);
        }
      await addToDays(
        tx,
        [...days.values()].filter(({ figures }) => !isZero(figures)),
      );
      await addToDocuments(
        tx,
        [...documents.values()].filter(({ citations }) => citations !== 0),
      );
      await addToTools(
        tx,
        [...tools.values()].filter(({ calls, failures }) => calls !== 0 || failures !== 0),
      );
    },
  };
};

/** Replaces facts by others in the figures. The caller has locked them, and stores the facts. */
export const applyFacts = async (
  tx: Handle,
  { removed, added }: { removed: readonly StoredFact[]; added: readonly StoredFact[] },
): Promise<void> => {
  const sums = createSums();
  for (const fact of removed) sums.add(fact, -1);
  for (const fact of added) sums.add(fact, 1);
  await sums.save(tx);
};
