import { notifications } from '@mantine/notifications';
import { useLocation } from 'wouter';
import { api } from '../../../api/api.ts';
import type { Query } from '../../../api/path.ts';
import type { Erased } from '../../../api/types/conversation.ts';
import { forget, forgetOnly } from '../../../api/use-change.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { erasedText } from '../erased-text.ts';

/** Erases for good and goes back to the list: what this page shows is no longer there to be read again. */
export const useErasing = () => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  return async (path: string, query?: Query): Promise<void> => {
    const erased = await api.remove<Erased>(path, { query });
    navigate(`${agent.href}/conversations`);
    await Promise.all([
      forgetOnly(`${agent.api}/conversations`),
      forgetOnly(`${agent.api}/conversations/search`),
      forgetOnly(`${agent.api}/rounds`),
      forget(`${agent.workspace.api}/overview`, `${agent.workspace.api}/handoffs`),
    ]);
    notifications.show({ color: 'teal', message: erasedText(erased) });
  };
};
