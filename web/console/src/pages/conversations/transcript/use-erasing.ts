import { notifications } from '@mantine/notifications';
import { useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import type { Erased } from '../../../api/generated.ts';
import { forget, forgetOnly } from '../../../api/use-change.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { erasedText } from '../erased-text.ts';

/** Erases, then returns to the list, because the page of an erased conversation cannot be loaded again. */
export const useErasing = () => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  return async (call: () => Promise<Erased>): Promise<void> => {
    const erased = await call();
    navigate(`${agent.href}/conversations`);
    await Promise.all([
      forgetOnly(at(agent.api, '/conversations')),
      forgetOnly(at(agent.api, '/conversations/search')),
      forgetOnly(at(agent.api, '/rounds')),
      forget(at(agent.workspace.api, '/overview'), at(agent.workspace.api, '/handoffs')),
    ]);
    notifications.show({ color: 'teal', message: erasedText(erased) });
  };
};
