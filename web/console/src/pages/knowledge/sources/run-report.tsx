import { Alert, Anchor, NativeSelect, Stack, Text } from '@mantine/core';
import { at } from '../../../api/address.ts';
import type { KnowledgeSource, SourceRun, SourceRunPage } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { labelOf, optionsOf } from '../../../lib/label-of.ts';
import { useFilter } from '../../../lib/use-filter.ts';
import { usePage } from '../../../lib/use-page.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { reasonLine } from './reason-line.ts';
import { isFileKind, pageStateLabels } from './source-labels.ts';

const pageSize = 25;
const refreshMs = 2000;

export const reportTitle = ({ kind }: KnowledgeSource): string =>
  isFileKind(kind) ? t('sources.report.filesTitle') : t('sources.report.title');

/** What happened to each page or file in a sync, with the reason of skipped pages. */
export const RunReport = ({ source, run }: { source: KnowledgeSource; run: SourceRun }) => {
  const agent = useAgentScope();
  const [page, setPage] = usePage();
  const [state, setState] = useFilter<SourceRunPage['state']>('state');
  const path = at(agent.api, '/sources/{sourceId}/runs/{runId}/pages', {
    sourceId: source.id,
    runId: run.id,
  });
  const pages = useResource(path, {
    query: { page, pageSize, state: state || undefined },
    // Also after the end: the last pages may be stored after the state was read.
    refreshMs,
  });
  const columns: Column<SourceRunPage>[] = [
    {
      key: 'url',
      header: isFileKind(source.kind) ? t('sources.report.file') : t('sources.report.page'),
      width: '50%',
      render: ({ url }) =>
        isFileKind(source.kind) ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Text>
        ) : (
          <Anchor href={url} target="_blank" rel="noreferrer" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Anchor>
        ),
    },
    {
      key: 'state',
      header: t('sources.list.state'),
      render: (one) => <Text size="sm">{labelOf(pageStateLabels, one.state)}</Text>,
    },
    {
      key: 'reason',
      header: t('sources.report.reason'),
      render: ({ reason }) => (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {reason ? reasonLine(reason) : ''}
        </Text>
      ),
    },
  ];
  return (
    <Stack gap="md">
      {run.beyondLimit > 0 && (
        <Alert color="yellow">{t('sources.report.beyondLimit', { count: run.beyondLimit })}</Alert>
      )}
      <NativeSelect
        aria-label={t('sources.report.filter')}
        data={[{ value: '', label: t('sources.report.all') }, ...optionsOf(pageStateLabels)]}
        value={state}
        onChange={(event) => setState(event.currentTarget.value as SourceRunPage['state'])}
        maw={260}
      />
      <ResourceView resource={pages}>
        {({ items, total }) => (
          <DataTable
            label={reportTitle(source)}
            columns={columns}
            rows={items}
            rowKey={({ url }) => url}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <Text size="sm" c="dimmed">
                {t('sources.report.empty')}
              </Text>
            }
          />
        )}
      </ResourceView>
    </Stack>
  );
};
