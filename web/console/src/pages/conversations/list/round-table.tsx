import { Stack, Text } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { previewOf } from '../../../../../../src/lib/language/markdown-preview.ts';
import { at } from '../../../api/address.ts';
import type { QuestionAndAnswer } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { EmptyState } from '../../../components/empty-state.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { TimeText } from '../../../components/time-text.tsx';
import { usePage } from '../../../lib/use-page.ts';
import { userName } from '../../../lib/user-name.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { FeedbackBadge, FeedbackDetails } from '../feedback-badge.tsx';
import { timesOf } from './day-filter.ts';
import type { ListFilters } from './use-list-filters.ts';

const pageSize = 25;

const columns = (): Column<QuestionAndAnswer>[] => [
  {
    key: 'question',
    header: t('conversations.rounds.title'),
    render: ({ question, answer, humanAnswer }) => (
      <Stack gap={2} miw={0}>
        <Text size="sm" fw={550} lineClamp={2}>
          {previewOf(question) || t('conversations.noText')}
        </Text>
        <Text size="sm" c="dimmed" lineClamp={2}>
          {previewOf(answer || humanAnswer) || t('conversations.rounds.noReply')}
        </Text>
      </Stack>
    ),
  },
  { key: 'user', header: t('common.user'), width: 150, isMinor: true, render: userName },
  {
    key: 'feedback',
    header: t('conversations.feedback.title'),
    width: 160,
    render: (round) => (
      <>
        <FeedbackBadge feedback={round.feedback} />
        <FeedbackDetails {...round} lines={3} />
      </>
    ),
  },
  {
    key: 'sent',
    header: t('conversations.rounds.sent'),
    width: 140,
    render: ({ createdAt }) => <TimeText time={createdAt} />,
  },
];

/** Single messages with their replies, to find replies that users rated as bad. */
export const RoundTable = ({ filters }: { filters: ListFilters }) => {
  const agent = useAgentScope();
  const [, navigate] = useLocation();
  const [page, setPage] = usePage();
  const { feedback } = filters;
  const rounds = useResource(at(agent.api, '/rounds'), {
    query: { page, pageSize, feedback, ...timesOf(filters) },
  });
  return (
    <ResourceView resource={rounds}>
      {({ items, hasMore }) => (
        <DataTable
          label={t('conversations.rounds.title')}
          columns={columns()}
          rows={items}
          rowKey={({ id }) => id}
          onOpen={({ id, conversationId }) =>
            navigate(`${agent.href}/conversations/${conversationId}?round=${id}`)
          }
          isRefreshing={rounds.isFetching}
          paging={{ page, pageSize, hasMore, onPage: setPage }}
          empty={
            <EmptyState icon={IconMessages} title={t('shell.noMatches')}>
              {t('conversations.rounds.emptyHint')}
            </EmptyState>
          }
        />
      )}
    </ResourceView>
  );
};
