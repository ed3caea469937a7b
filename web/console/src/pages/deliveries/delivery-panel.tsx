import { Alert, Anchor, Button, Code, Drawer, Group, Stack, Table, Text, Title } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { DeliveryAttempt } from '../../api/derived-types.ts';
import type { DeliveryDetail } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';
import { DeliveryState, targetNames } from './delivery-state.tsx';

/** Whoever sends something again waits here for it to arrive. */
const refreshMs = 1000;

const pretty = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
};

const resultOf = ({ httpStatus, error }: DeliveryAttempt): string =>
  error ?? (httpStatus === null ? 'no answer' : `answered ${httpStatus}`);

/** What gives 410 is not called again until somebody switches it on. */
const wasSwitchedOff = ({ status, log }: DeliveryDetail): boolean =>
  status === 'dead' && log.some(({ httpStatus }) => httpStatus === 410);

const Attempts = ({ log }: { log: DeliveryAttempt[] }) => (
  <Table verticalSpacing="xs" aria-label="Attempts">
    <Table.Thead>
      <Table.Tr>
        <Table.Th w={150}>Attempt</Table.Th>
        <Table.Th>Result</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {log.map((attempt) => (
        <Table.Tr key={`${attempt.attempt} ${attempt.startedAt}`}>
          <Table.Td style={{ verticalAlign: 'top' }}>
            {attempt.attempt}, <TimeText time={attempt.startedAt} />
            <Text size="xs" c="dimmed">
              took {attempt.durationMs.toLocaleString()} ms
            </Text>
          </Table.Td>
          <Table.Td style={{ overflowWrap: 'anywhere', verticalAlign: 'top' }}>
            {resultOf(attempt)}
            {attempt.responseExcerpt !== '' && (
              <Text size="xs" c="dimmed" lineClamp={3}>
                {attempt.responseExcerpt}
              </Text>
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);

const Detail = ({ delivery }: { delivery: DeliveryDetail }) => {
  const workspace = useWorkspace();
  const replay = useChange(
    () => api.post(at(workspace.api, '/deliveries/{deliveryId}/replay', { deliveryId: delivery.id })),
    {
      changes: [at(workspace.api, '/deliveries'), at(workspace.api, '/overview')],
      done: 'It is being sent again.',
    },
  );
  return (
    <Stack>
      <Group justify="space-between">
        <DeliveryState delivery={delivery} />
        {workspace.can('operation:write') && (
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} aria-hidden />}
            loading={replay.isPending}
            onClick={() => replay.mutate(undefined)}
          >
            Send again
          </Button>
        )}
      </Group>
      <Text size="sm">
        {targetNames[delivery.target]}, <Code>{delivery.kind}</Code>, made{' '}
        <TimeText time={delivery.createdAt} />
        {delivery.nextAttemptAt && (
          <>
            {' '}
            · next attempt <TimeText time={delivery.nextAttemptAt} />
          </>
        )}
      </Text>
      {wasSwitchedOff(delivery) && (
        <Alert color="orange" title="The address was switched off">
          The receiver said that it is gone for good (410). See{' '}
          <Anchor component={Link} size="sm" href={`${workspace.href}/agents/${delivery.agentId}/settings`}>
            in the settings of the agent
          </Anchor>{' '}
          that the address is switched on, or this is given up again.
        </Alert>
      )}
      {delivery.conversationId && (
        <Anchor
          component={Link}
          size="sm"
          href={`${workspace.href}/agents/${delivery.agentId}/conversations/${delivery.conversationId}`}
        >
          Open the conversation
        </Anchor>
      )}
      <Title order={3}>Attempts</Title>
      {delivery.log.length === 0 ? (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      ) : (
        <Attempts log={delivery.log} />
      )}
      <Title order={3}>What is sent</Title>
      <Code block mah={360} style={{ overflow: 'auto' }} tabIndex={0}>
        {pretty(delivery.body)}
      </Code>
    </Stack>
  );
};

/** One delivery with everything that was tried. */
export const DeliveryPanel = ({ deliveryId, onClose }: { deliveryId: string; onClose(): void }) => {
  const workspace = useWorkspace();
  const delivery = useResource(at(workspace.api, '/deliveries/{deliveryId}', { deliveryId }), {
    refreshMs,
  });
  return (
    <Drawer opened onClose={onClose} position="right" size="lg" title={`Delivery ${deliveryId.slice(-6)}`}>
      <ResourceView resource={delivery}>{(detail) => <Detail delivery={detail} />}</ResourceView>
    </Drawer>
  );
};
