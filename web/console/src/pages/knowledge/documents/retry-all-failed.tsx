import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

/** Processes all failed documents of the agent again, for example after an outage of the embedding model. */
export const RetryAllFailed = () => {
  const agent = useAgentScope();
  const retry = useChange(() => api.post(at(agent.api, '/documents/retry')), {
    changes: [at(agent.api, '/documents')],
    done: ({ retried }) => t('knowledge.retriedCount', { count: retried }),
  });
  if (!agent.can('knowledge:write')) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={15} aria-hidden />}
      loading={retry.isPending}
      onClick={() => retry.mutate(undefined)}
    >
      {t('knowledge.retryAllFailed')}
    </Button>
  );
};
