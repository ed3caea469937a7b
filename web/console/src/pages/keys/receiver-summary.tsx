import { Anchor, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { t } from '../../messages/translate.ts';
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { ReceiverTest } from '../agent-settings/receiver-test.tsx';

interface ReceiverCardProps {
  title: string;
  /** What the receiver gets. */
  hint: string;
  url: string | null;
  isDisabled: boolean;
  target: 'message' | 'human_service';
}

const ReceiverCard = ({ title, hint, url, isDisabled, target }: ReceiverCardProps) => {
  const agent = useAgentScope();
  return (
    <Paper p="lg">
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2}>{title}</Title>
          {url === null ? (
            <StatusBadge tone="quiet">{t('keys.receiver.notSetUp')}</StatusBadge>
          ) : (
            <StatusBadge tone={isDisabled ? 'notice' : 'good'}>
              {isDisabled ? t('keys.receiver.gone') : t('keys.receiver.on')}
            </StatusBadge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {url ?? t('keys.receiver.noUrl')}{' '}
          <Anchor component={Link} href={`${agent.href}/settings?section=webhook`} size="sm">
            {url === null ? t('keys.receiver.setUp') : t('keys.receiver.change')}
          </Anchor>
        </Text>
        {url !== null && agent.can('agent:write') && <ReceiverTest target={target} isReady />}
      </Stack>
    </Paper>
  );
};

/** The receivers of the agent's webhooks. */
export const ReceiverSummary = () => {
  const agent = useAgent();
  return (
    <ResourceView resource={agent} bars={1}>
      {({ settings: { webhook, humanService } }) => (
        <SimpleGrid cols={{ base: 1, md: 2 }}>
          <ReceiverCard
            title={t('keys.receiver.webhook')}
            hint={t('keys.receiver.webhookHint')}
            url={webhook.url}
            isDisabled={webhook.disabled}
            target="message"
          />
          <ReceiverCard
            title={t('keys.receiver.humanService')}
            hint={t('keys.receiver.humanServiceHint')}
            url={humanService.baseUrl}
            isDisabled={humanService.disabled}
            target="human_service"
          />
        </SimpleGrid>
      )}
    </ResourceView>
  );
};
