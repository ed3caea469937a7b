import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { ReceiverTest } from '../agent-settings/receiver-test.tsx';

interface ReceiverCardProps {
  title: string;
  what: string;
  address: string | null;
  isDisabled: boolean;
  target: 'message' | 'human_service';
}

const ReceiverCard = ({ title, what, address, isDisabled, target }: ReceiverCardProps) => {
  const agent = useAgentScope();
  return (
    <Paper p="lg">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{title}</Title>
          {address === null ? (
            <StatusBadge tone="quiet">not set up</StatusBadge>
          ) : (
            <StatusBadge tone={isDisabled ? 'notice' : 'good'}>
              {isDisabled ? 'turned off by 410' : 'on'}
            </StatusBadge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {what}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {address ?? 'No address yet.'}{' '}
          <Anchor component={Link} href={`${agent.href}/settings?section=webhook`} size="sm">
            {address === null ? 'Set it up' : 'Change'}
          </Anchor>
        </Text>
        {address !== null && agent.can('agent:write') && <ReceiverTest target={target} isReady />}
      </Stack>
    </Paper>
  );
};

/** Where the agent calls you, at a glance. */
export const ReceiverSummary = () => {
  const agent = useAgent();
  return (
    <ResourceView resource={agent} bars={1}>
      {({ settings: { webhook, humanService } }) => (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <ReceiverCard
            title="Webhook"
            what="Replies of webhook mode and events go here."
            address={webhook.url}
            isDisabled={webhook.disabled}
            target="message"
          />
          <ReceiverCard
            title="Human service"
            what="Conversations are handed over to this desk."
            address={humanService.baseUrl}
            isDisabled={humanService.disabled}
            target="human_service"
          />
        </SimpleGrid>
      )}
    </ResourceView>
  );
};
