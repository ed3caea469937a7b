import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAdjustments, IconMessageChatbot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Agent } from '../../api/generated.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { Checklist } from '../overview/checklist.tsx';
import { callSnippet } from './call-snippet.ts';

const modelOf = ({ settings: { model } }: Agent): string => {
  if (model === null) return t('agents.model.default');
  return 'name' in model ? model.name : t('agents.model.embedded');
};

const Facts = ({ agent }: { agent: Agent }) => {
  const facts: { label: string; value: ReactNode }[] = [
    {
      label: t('agents.type'),
      value: agent.kind === 'flow' ? t('agents.type.flow') : t('agents.type.simple'),
    },
    { label: t('agents.model'), value: modelOf(agent) },
    {
      label: t('agents.api'),
      value: (
        <StatusBadge tone={agent.apiEnabled ? 'good' : 'quiet'}>
          {agent.apiEnabled ? t('agents.api.on') : t('agents.api.off')}
        </StatusBadge>
      ),
    },
    { label: t('agents.updated'), value: <TimeText time={agent.updatedAt} /> },
    { label: t('agents.created'), value: <TimeText time={agent.createdAt} /> },
  ];
  return (
    <Paper p="lg">
      <Group gap="lg">
        {facts.map(({ label, value }) => (
          <div key={label}>
            <Text size="xs" c="dimmed">
              {label}
            </Text>
            <Text size="sm" component="div">
              {value}
            </Text>
          </div>
        ))}
      </Group>
    </Paper>
  );
};

const AgentPage = () => {
  const scope = useAgentScope();
  const agent = useAgent();
  return (
    <>
      <PageHeader
        title={agent.data?.name ?? t('shell.agent')}
        description={agent.data?.settings.prompt.split('\n')[0]?.slice(0, 160)}
      >
        {agent.data && (
          <>
            <Button
              component={Link}
              href={`${scope.href}/settings`}
              variant="default"
              leftSection={<IconAdjustments size={16} aria-hidden />}
            >
              {t('shell.page.settings')}
            </Button>
            <Button
              component={Link}
              href={`${scope.href}/try`}
              leftSection={<IconMessageChatbot size={16} aria-hidden />}
            >
              {t('shell.page.tryIt')}
            </Button>
          </>
        )}
      </PageHeader>
      <ResourceView resource={agent}>
        {(data) => (
          <Stack gap="lg">
            <Facts agent={data} />
            <Checklist workspace={scope.workspace} agent={data} />
            <Paper p="lg">
              <Title order={2} mb={4}>
                {t('agents.call.title')}
              </Title>
              <Text size="sm" c="dimmed" mb="sm">
                {rich('agents.call.text', {
                  link: (text) => (
                    <Anchor href="/docs" target="_blank" size="sm">
                      {text}
                    </Anchor>
                  ),
                })}
              </Text>
              <CopyField value={callSnippet(location.origin)} multiline />
            </Paper>
          </Stack>
        )}
      </ResourceView>
    </>
  );
};

export default AgentPage;
