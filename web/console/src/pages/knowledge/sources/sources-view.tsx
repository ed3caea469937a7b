import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconPlus, IconWorldDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { at } from '../../../api/address.ts';
import type { KnowledgeSource } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { PageHeader } from '../../../components/page-header.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { formatNumber } from '../../../lib/format-number.ts';
import { labelOf } from '../../../lib/label-of.ts';
import { usePage } from '../../../lib/use-page.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { KnowledgeTabs } from './knowledge-tabs.tsx';
import { RunProgress } from './run-progress.tsx';
import { SourceDialog } from './source-dialog.tsx';
import { shownUrl } from './source-form.ts';
import { kindLabels, scheduleLabels } from './source-labels.ts';

const pageSize = 25;
/** Syncs report their progress about once a second. */
const refreshMs = 2000;

/** The sources of the agent with the state of their newest syncs. */
export const SourcesView = () => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [page, setPage] = usePage();
  const [isAdding, setIsAdding] = useState(false);
  const sources = useResource(at(agent.api, '/sources'), { query: { page, pageSize }, refreshMs });
  const hrefOf = ({ id }: KnowledgeSource): string => `${agent.href}/knowledge/sources/${id}`;
  const add = agent.can('knowledge:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsAdding(true)}>
      {t('sources.add.title')}
    </Button>
  );
  const columns: Column<KnowledgeSource>[] = [
    {
      key: 'name',
      header: t('sources.list.source'),
      width: '36%',
      render: (source) => (
        <Stack gap={0} align="flex-start">
          <Anchor component={Link} href={hrefOf(source)} size="sm" fw={550} underline="hover" c="inherit">
            <Text span inherit lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
              {source.name}
            </Text>
          </Anchor>
          <Text size="xs" c="dimmed" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {labelOf(kindLabels, source.kind)} · {shownUrl(source.url)}
          </Text>
        </Stack>
      ),
    },
    { key: 'state', header: t('sources.list.state'), render: ({ lastRun }) => <RunProgress run={lastRun} /> },
    {
      key: 'documents',
      header: t('knowledge.documents'),
      align: 'right',
      render: ({ documents }) => formatNumber(documents),
    },
    {
      key: 'schedule',
      header: t('sources.form.schedule'),
      isMinor: true,
      render: ({ schedule }) => labelOf(scheduleLabels, schedule),
    },
    {
      key: 'synced',
      header: t('sources.list.lastSync'),
      render: ({ lastRun }) => <TimeText time={lastRun?.endedAt} />,
    },
  ];
  return (
    <>
      <PageHeader title={t('knowledge.title')} description={t('sources.description')}>
        {add}
      </PageHeader>
      <KnowledgeTabs value="sources" />
      <ResourceView resource={sources}>
        {({ items, total }) => (
          <DataTable
            label={t('sources.title')}
            columns={columns}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={(source) => navigate(hrefOf(source))}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconWorldDownload} title={t('sources.empty.title')} action={add}>
                {t('sources.empty.text')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {isAdding && (
        <SourceDialog
          source={undefined}
          onClose={() => setIsAdding(false)}
          onCreated={(source) => navigate(hrefOf(source))}
        />
      )}
    </>
  );
};
