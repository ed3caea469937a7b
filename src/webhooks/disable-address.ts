import type { Agents } from '../agents/index.ts';
import type { Database } from '../db/index.ts';
import { AppError } from '../lib/errors.ts';
import type { DeliveryTarget } from './delivery.ts';
import { receiverOf } from './receiver.ts';

const tries = 5;

/**
 * The receiver said that the address is gone for good. Nothing happens if the agent has got another one
 * meanwhile: the answer was about the old.
 */
export const disableAddress = async (
  { db, agents }: { db: Database; agents: Pick<Agents, 'findNewest' | 'update'> },
  address: { agentId: string; target: DeliveryTarget; url: string; path: string },
): Promise<void> => {
  for (let left = tries; left > 0; left -= 1) {
    const agent = await agents.findNewest(address.agentId);
    const receiver = agent && receiverOf(agent, address.target, address.path);
    if (!agent || receiver?.url !== address.url || receiver.disabled) return;
    const { settings } = agent;
    const disabled =
      address.target === 'message'
        ? { ...settings, webhook: { ...settings.webhook, disabled: true } }
        : { ...settings, humanService: { ...settings.humanService, disabled: true } };
    try {
      await db.transaction((tx) => agents.update(tx, agent, { settings: disabled }));
      return;
    } catch (error) {
      // Somebody saved the agent at the same moment: look again at what it says now.
      if (!(error instanceof AppError) || error.kind !== 'conflict' || left === 1) throw error;
    }
  }
};
