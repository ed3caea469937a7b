import { NativeSelect } from '@mantine/core';
import { useFilter } from '../../../lib/use-filter.ts';
import { t } from '../../../messages/translate.ts';
import { useAgents } from '../../../session/use-agent.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

/** Filters of the list, below the queues. They are stored in the address. */
export const ListFilters = () => {
  const workspace = useWorkspace();
  const [agentId, setAgentId] = useFilter('agent');
  const agents = useAgents(workspace).data?.items ?? [];
  // One agent needs no filter.
  if (agents.length < 2) return null;
  return (
    <NativeSelect
      size="xs"
      aria-label={t('common.agent')}
      value={agentId}
      onChange={(event) => setAgentId(event.currentTarget.value)}
      data={[
        { value: '', label: t('inbox.allAgents') },
        ...agents.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  );
};
