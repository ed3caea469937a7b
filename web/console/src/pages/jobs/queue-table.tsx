import { Paper, Table, Text, Title } from '@mantine/core';
import { at } from '../../api/address.ts';
import type { QueueCounts } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { labelOf } from '../../lib/label-of.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';
import { queueLabels } from './job-labels.ts';

const refreshMs = 3000;

const Row = ({ queue, waiting, delayed, running, failed }: QueueCounts) => (
  <Table.Tr>
    <Table.Td>{labelOf(queueLabels, queue)}</Table.Td>
    <Table.Td ta="right">{formatNumber(running)}</Table.Td>
    <Table.Td ta="right">{formatNumber(waiting)}</Table.Td>
    <Table.Td ta="right">{formatNumber(delayed)}</Table.Td>
    <Table.Td ta="right">
      <Text
        span
        inherit
        c={failed > 0 ? 'var(--mantine-color-error)' : undefined}
        fw={failed > 0 ? 600 : undefined}
      >
        {formatNumber(failed)}
      </Text>
    </Table.Td>
  </Table.Tr>
);

/** Number of jobs per queue and state. */
export const QueueTable = () => {
  const workspace = useWorkspace();
  const queues = useResource(at(workspace.api, '/jobs/queues'), { refreshMs });
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Title order={2} mb="sm">
        {t('jobs.queues')}
      </Title>
      <ResourceView resource={queues}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('jobs.noQueues')}
            </Text>
          ) : (
            <Table
              verticalSpacing={6}
              horizontalSpacing={3}
              fz={{ base: 'xs', sm: 'sm' }}
              aria-label={t('jobs.queues')}
            >
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('jobs.queue')}</Table.Th>
                  <Table.Th ta="right">{t('jobs.state.running')}</Table.Th>
                  <Table.Th ta="right">{t('jobs.state.waiting')}</Table.Th>
                  <Table.Th ta="right">{t('jobs.state.delayed')}</Table.Th>
                  <Table.Th ta="right">{t('jobs.state.failed')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map((counts) => (
                  <Row key={counts.queue} {...counts} />
                ))}
              </Table.Tbody>
            </Table>
          )
        }
      </ResourceView>
    </Paper>
  );
};
