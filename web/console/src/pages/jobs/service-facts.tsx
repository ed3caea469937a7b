import { Paper, Stack, Text, Title } from '@mantine/core';
import { at } from '../../api/address.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { useWorkspace } from '../../session/use-workspace.ts';

const refreshMs = 5000;

/** The processes behind the service and how they are. */
export const ServiceFacts = () => {
  const workspace = useWorkspace();
  const service = useResource(at(workspace.api, '/service'), { refreshMs });
  return (
    <Paper p="lg">
      <Title order={2} mb="sm">
        Service
      </Title>
      <ResourceView resource={service}>
        {({ version, database, databaseMs, liveRounds, processes }) => (
          <Stack gap={6}>
            <Text size="sm">
              Version {version} on {database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, which answers in{' '}
              {databaseMs.toFixed(1)} ms
            </Text>
            <Text size="sm">
              {liveRounds.toLocaleString()} {liveRounds === 1 ? 'answer is' : 'answers are'} under way
            </Text>
            {processes.map(({ id, host, startedAt, isThis }) => (
              <Text key={id} size="sm" c="dimmed">
                Process {id.slice(-6)}
                {host ? ` on ${host}` : ''}
                {isThis ? ' (this one)' : ''}, up since <TimeText time={startedAt} />
              </Text>
            ))}
          </Stack>
        )}
      </ResourceView>
    </Paper>
  );
};
