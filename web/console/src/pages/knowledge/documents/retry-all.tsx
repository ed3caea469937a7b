import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

/** Every failed document of the agent at once, as after a model was down. */
export const RetryAll = () => {
  const agent = useAgentScope();
  const retry = useChange(() => api.post(at(agent.api, '/documents/retry')), {
    changes: [at(agent.api, '/documents')],
    done: ({ retried }) => `${retried.toLocaleString()} are being worked on again.`,
  });
  if (!agent.can('knowledge:write')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={retry.isPending}
      onClick={() => retry.mutate(undefined)}
    >
      Retry all failed
    </Button>
  );
};
