import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconDownload, IconMessageQuestion } from '@tabler/icons-react';
import { useLocation, useParams } from 'wouter';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { UnansweredTopic } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { optionsOf } from '../../lib/label-of.ts';
import { useFilter } from '../../lib/use-filter.ts';
import { usePage } from '../../lib/use-page.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { TopicPanel } from './topic-panel.tsx';
import { reasonLabels, statusLabels } from './unanswered-labels.ts';

const pageSize = 20;

const reasonsOf = ({ nothingFound, refusals, badRatings }: UnansweredTopic): string =>
  [
    nothingFound > 0 && t('unanswered.countNothingFound', { count: nothingFound }),
    refusals > 0 && t('unanswered.countRefusals', { count: refusals }),
    badRatings > 0 && t('unanswered.countBadRatings', { count: badRatings }),
  ]
    .filter((text) => text !== false)
    .join(', ');

const columns = (): Column<UnansweredTopic>[] => [
  {
    key: 'title',
    header: t('unanswered.question'),
    render: ({ title }) => (
      <Text size="sm" lineClamp={2}>
        {title}
      </Text>
    ),
  },
  {
    key: 'total',
    header: t('unanswered.asked'),
    align: 'right',
    render: ({ total }) => formatNumber(total),
  },
  { key: 'reasons', header: t('unanswered.why'), render: reasonsOf },
  { key: 'last', header: t('unanswered.last'), render: ({ lastAt }) => <TimeText time={lastAt} /> },
];

const UnansweredPage = () => {
  const agent = useAgentScope();
  const openId = useParams()['*'];
  const [, navigate] = useLocation();
  const [page, setPage] = usePage();
  const [status, setStatus] = useFilter<UnansweredTopic['status']>('status');
  const [reason, setReason] = useFilter<keyof typeof reasonLabels>('reason');
  const topics = useResource(at(agent.api, '/unanswered'), {
    query: { page, pageSize, status: status || undefined, reason: reason || undefined },
  });
  const list = `${agent.href}/unanswered`;
  const toTopic = (id: string): string => `${list}/${id}${window.location.search}`;
  return (
    <>
      <PageHeader title={t('shell.page.unanswered')} description={t('unanswered.description')}>
        {agent.can('conversation:export') && (
          <Button
            component="a"
            variant="default"
            href={api.link(at(agent.api, '/unanswered/export'), {
              status: status || undefined,
              reason: reason || undefined,
            })}
            download
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            {t('unanswered.exportCsv')}
          </Button>
        )}
      </PageHeader>
      <Group mb="md" align="flex-end">
        <NativeSelect
          label={t('common.state')}
          data={optionsOf(statusLabels)}
          value={status || 'open'}
          onChange={({ currentTarget: { value } }) => setStatus(value === 'open' ? '' : value)}
        />
        <NativeSelect
          label={t('unanswered.why')}
          data={[{ value: '', label: t('common.all') }, ...optionsOf(reasonLabels)]}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </Group>
      <ResourceView resource={topics}>
        {({ items, total }) => (
          <DataTable
            label={t('shell.page.unanswered')}
            columns={columns()}
            rows={items}
            rowKey={({ id }) => id}
            onOpen={({ id }) => navigate(toTopic(id))}
            paging={{ page, pageSize, total, onPage: setPage }}
            empty={
              <EmptyState icon={IconMessageQuestion} title={t('unanswered.empty')}>
                {t('unanswered.emptyHint')}
              </EmptyState>
            }
          />
        )}
      </ResourceView>
      {openId && (
        <TopicPanel
          key={openId}
          topicId={openId}
          onClose={() => navigate(`${list}${window.location.search}`)}
        />
      )}
    </>
  );
};

export default UnansweredPage;
