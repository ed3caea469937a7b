import { Anchor, Button, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { IconPencil, IconPlayerStop, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { KnowledgeSource, SourceRun } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { formatNumber } from '../../../lib/format-number.ts';
import { labelOf } from '../../../lib/label-of.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { DeleteSource } from './delete-source.tsx';
import { isActive, RunProgress } from './run-progress.tsx';
import { RunReport, reportTitle } from './run-report.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { shownUrl } from './source-form.ts';
import { pageStateLabels, scheduleLabels } from './source-labels.ts';

const refreshMs = 1500;
const counted = ['added', 'updated', 'unchanged', 'removed', 'missing', 'skipped'] as const;

const Counts = ({ run }: { run: SourceRun }) => (
  <SimpleGrid cols={{ base: 2, xs: 3, md: 6 }}>
    {counted.map((state) => (
      <Stack key={state} gap={0}>
        <Text size="xs" c="dimmed">
          {labelOf(pageStateLabels, state)}
        </Text>
        <Text size="lg" fw={600}>
          {formatNumber(run[state])}
        </Text>
      </Stack>
    ))}
  </SimpleGrid>
);

const Actions = ({ source }: { source: KnowledgeSource }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const path = at(agent.api, '/sources');
  const runs = at(path, '/{sourceId}/runs', { sourceId: source.id });
  const sync = useChange((_none: undefined) => api.post(runs, undefined), { changes: [path] });
  const stop = useChange((runId: string) => api.post(at(runs, '/{runId}/cancel', { runId }), undefined), {
    changes: [path],
  });
  const { lastRun } = source;
  return (
    <>
      {lastRun && isActive(lastRun) ? (
        <Button
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          loading={stop.isPending}
          onClick={() => stop.mutate(lastRun.id)}
        >
          {t('sources.stop')}
        </Button>
      ) : (
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={sync.isPending}
          onClick={() => sync.mutate(undefined)}
        >
          {t('sources.syncNow')}
        </Button>
      )}
      <Button
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setDialog('edit')}
      >
        {t('knowledge.edit')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden />}
        onClick={() => setDialog('delete')}
      >
        {t('knowledge.deleteAsk')}
      </Button>
      {dialog === 'edit' && <SourceDialog source={source} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <DeleteSource
          source={source}
          onClose={() => setDialog(undefined)}
          onDeleted={() => navigate(`${agent.href}/knowledge/sources`)}
        />
      )}
    </>
  );
};

/** One source: its newest sync with progress and report. */
export const SourceView = ({ sourceId }: { sourceId: string }) => {
  const agent = useAgentScope();
  const source = useResource(at(agent.api, '/sources/{sourceId}', { sourceId }), { refreshMs });
  return (
    <ResourceView resource={source}>
      {(one) => (
        <>
          <Anchor component={Link} href={`${agent.href}/knowledge/sources`} size="sm">
            {t('sources.back')}
          </Anchor>
          <PageHeader
            title={one.name}
            description={
              <Text span inherit style={{ overflowWrap: 'anywhere' }}>
                {shownUrl(one.url)}
              </Text>
            }
          >
            {agent.can('knowledge:write') && <Actions source={one} />}
          </PageHeader>
          <Stack gap="lg">
            <Group gap="xl" align="flex-start">
              <RunProgress run={one.lastRun} />
              <Text size="sm">
                {t('sources.lastSyncAt')} <TimeText time={one.lastRun?.endedAt} />
              </Text>
              <Text size="sm">
                {t('sources.form.schedule')}: {labelOf(scheduleLabels, one.schedule)}
              </Text>
              <Text size="sm">{t('sources.documentCount', { count: one.documents })}</Text>
            </Group>
            {one.lastRun && (
              <>
                <Counts run={one.lastRun} />
                <Title order={2} size="h4">
                  {reportTitle(one)}
                </Title>
                <RunReport key={one.lastRun.id} source={one} run={one.lastRun} />
              </>
            )}
          </Stack>
        </>
      )}
    </ResourceView>
  );
};
