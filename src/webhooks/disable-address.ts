import type { AgentSettings, Agents } from '../agents/index.ts';
import { serviceActor } from '../audit/index.ts';
import type { Database } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import type { AddressTarget } from './delivery.ts';
import { receiverOf } from './receiver.ts';

const tries = 5;

/** A draft may have another address already, which stays enabled. */
const withDisabled = (
  settings: AgentSettings,
  { target, url, path }: { target: AddressTarget; url: string; path: string },
): AgentSettings => {
  if (receiverOf({ settings }, target, path)?.url !== url) return settings;
  return target === 'message'
    ? { ...settings, webhook: { ...settings.webhook, disabled: true } }
    : { ...settings, humanService: { ...settings.humanService, disabled: true } };
};

/**
 * The receiver answered 410: the address no longer exists. Does nothing if the agent has another address by now, because
 * the answer was about the old one.
 */
export const disableAddress = async (
  { db, agents }: { db: Database; agents: Pick<Agents, 'findNewest' | 'updateEverywhere'> },
  address: { agentId: string; target: AddressTarget; url: string; path: string },
): Promise<void> => {
  for (let left = tries; left > 0; left -= 1) {
    const agent = await agents.findNewest(address.agentId);
    const receiver = agent && receiverOf(agent, address.target, address.path);
    if (!agent || receiver?.url !== address.url || receiver.disabled) return;
    try {
      await db.transaction((tx) =>
        agents.updateEverywhere(tx, agent, (settings) => withDisabled(settings, address), {
          by: serviceActor,
        }),
      );
      return;
    } catch (error) {
      // The agent was saved at the same time: read it again.
      if (!(error instanceof AppError) || error.kind !== 'conflict' || left === 1) throw error;
    }
  }
};
