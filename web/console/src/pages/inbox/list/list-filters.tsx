import { Group, NativeSelect } from '@mantine/core';
import { useFilter } from '../../../lib/use-filter.ts';
import { t } from '../../../messages/translate.ts';
import { useAgents } from '../../../session/use-agent.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import type { Queue } from '../queues.ts';
import { useLabels } from '../team/use-labels.ts';

/** Filters of the list, below the queues. They are stored in the address. */
export const ListFilters = ({ queue }: { queue: Queue }) => {
  const workspace = useWorkspace();
  const [agentId, setAgentId] = useFilter('agent');
  const agents = useAgents(workspace).data?.items ?? [];
  const [labelId, setLabelId] = useFilter('label');
  const labels = useLabels().data?.items ?? [];
  const [missed, setMissed] = useFilter('missed');
  return (
    <Group gap="xs">
      {/* Open sessions can still be answered. */}
      {queue === 'closed' && (
        <NativeSelect
          size="xs"
          flex={1}
          aria-label={t('inbox.missed.filter')}
          value={missed === 'true' ? 'true' : ''}
          onChange={(event) => setMissed(event.currentTarget.value)}
          data={[
            { value: '', label: t('inbox.missed.all') },
            { value: 'true', label: t('inbox.missed.only') },
          ]}
        />
      )}
      {/* One agent needs no filter. */}
      {agents.length > 1 && (
        <NativeSelect
          size="xs"
          flex={1}
          aria-label={t('common.agent')}
          value={agentId}
          onChange={(event) => setAgentId(event.currentTarget.value)}
          data={[
            { value: '', label: t('inbox.allAgents') },
            ...agents.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      {labels.length > 0 && (
        <NativeSelect
          size="xs"
          flex={1}
          aria-label={t('inboxTeam.label')}
          value={labelId}
          onChange={(event) => setLabelId(event.currentTarget.value)}
          data={[
            { value: '', label: t('inboxTeam.allLabels') },
            ...labels.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </Group>
  );
};
