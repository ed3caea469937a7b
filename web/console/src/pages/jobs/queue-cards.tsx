import { Paper, Table, Text, Title } from '@mantine/core';
import { at } from '../../api/address.ts';
import type { QueueCounts } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';

const refreshMs = 3000;

const Row = ({ queue, waiting, delayed, running, failed }: QueueCounts) => (
  <Table.Tr>
    <Table.Td style={{ overflowWrap: 'anywhere' }}>{queue}</Table.Td>
    <Table.Td ta="right">{running.toLocaleString()}</Table.Td>
    <Table.Td ta="right">{waiting.toLocaleString()}</Table.Td>
    <Table.Td ta="right">{delayed.toLocaleString()}</Table.Td>
    <Table.Td ta="right">
      <Text
        span
        inherit
        c={failed > 0 ? 'var(--mantine-color-error)' : undefined}
        fw={failed > 0 ? 600 : undefined}
      >
        {failed.toLocaleString()}
      </Text>
    </Table.Td>
  </Table.Tr>
);

/** How much work of each kind there is. */
export const QueueCards = () => {
  const workspace = useWorkspace();
  const queues = useResource(at(workspace.api, '/jobs/queues'), { refreshMs });
  return (
    <Paper p="lg">
      <Title order={2} mb="sm">
        Work
      </Title>
      <ResourceView resource={queues}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm" c="dimmed">
              Nothing is waiting. Documents, deliveries and imports show up here while they are worked on.
            </Text>
          ) : (
            <Table
              verticalSpacing={6}
              horizontalSpacing={6}
              fz={{ base: 'xs', sm: 'sm' }}
              aria-label="Work by kind"
            >
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Kind</Table.Th>
                  <Table.Th ta="right">Running</Table.Th>
                  <Table.Th ta="right">Waiting</Table.Th>
                  <Table.Th ta="right">Later</Table.Th>
                  <Table.Th ta="right">Failed</Table.Th>
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
