import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconAdjustments, IconMessageChatbot } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Agent } from '../../api/generated.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useAgent } from '../../session/use-agent.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { Checklist } from '../overview/checklist.tsx';
import { callSnippet } from './call-snippet.ts';

const modelOf = ({ settings: { model } }: Agent): string => {
  if (model === null) return 'Default of the service';
  return 'name' in model ? model.name : model.provider;
};

const Facts = ({ agent }: { agent: Agent }) => {
  const facts: { label: string; value: ReactNode }[] = [
    { label: 'Kind', value: agent.kind === 'flow' ? 'Flow' : 'Simple' },
    { label: 'Model', value: modelOf(agent) },
    {
      label: 'API',
      value: (
        <StatusBadge tone={agent.apiEnabled ? 'good' : 'quiet'}>
          {agent.apiEnabled ? 'on' : 'off'}
        </StatusBadge>
      ),
    },
    { label: 'Changed', value: <TimeText time={agent.updatedAt} /> },
    { label: 'Created', value: <TimeText time={agent.createdAt} /> },
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
        title={agent.data?.name ?? 'Agent'}
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
              Settings
            </Button>
            <Button
              component={Link}
              href={`${scope.href}/try`}
              leftSection={<IconMessageChatbot size={16} aria-hidden />}
            >
              Try it
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
                Call it
              </Title>
              <Text size="sm" c="dimmed" mb="sm">
                Begins a conversation and asks a question. Put a key of this agent in place of $KEY; the whole
                API is described in the reference under /docs.
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
