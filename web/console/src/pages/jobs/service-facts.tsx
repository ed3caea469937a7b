import { Paper, Stack, Text, Title } from '@mantine/core';
import { at } from '../../api/address.ts';
import type { Service } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { ResourceView } from '../../components/resource-view.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatDuration } from '../../lib/format-duration.ts';
import { rich } from '../../messages/rich.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

const refreshMs = 5000;

type ServiceProcess = Service['processes'][number];

const processText = ({ id, host, startedAt, isThis }: ServiceProcess) => {
  const values = { id: id.slice(-6), time: <TimeText time={startedAt} /> };
  if (!host) return rich(isThis ? 'jobs.service.thisProcess' : 'jobs.service.process', values);
  return rich(isThis ? 'jobs.service.thisProcessOnHost' : 'jobs.service.processOnHost', { ...values, host });
};

/** Version, database and processes of the service. */
export const ServiceFacts = () => {
  const workspace = useWorkspace();
  const service = useResource(at(workspace.api, '/service'), { refreshMs });
  return (
    <Paper p={{ base: 'md', sm: 'lg' }}>
      <Title order={2} mb="sm">
        {t('jobs.service')}
      </Title>
      <ResourceView resource={service}>
        {({ version, database, databaseMs, liveRounds, processes }) => (
          <Stack gap={6}>
            <Text size="sm">
              {t('jobs.service.version', {
                version,
                database: database === 'sqlite' ? 'SQLite' : 'PostgreSQL',
                duration: formatDuration(databaseMs),
              })}
            </Text>
            <Text size="sm">{t('jobs.service.running', { count: liveRounds })}</Text>
            {processes.map((process) => (
              <Text key={process.id} size="sm" c="dimmed">
                {processText(process)}
              </Text>
            ))}
          </Stack>
        )}
      </ResourceView>
    </Paper>
  );
};
