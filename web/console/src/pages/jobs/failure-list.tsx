import { Anchor, Button, Center, Stack, Text } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { at } from '../../api/address.ts';
import type { OperationFailure } from '../../api/generated.ts';
import { useResource } from '../../api/use-resource.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ResourceView } from '../../components/resource-view.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { TimeText } from '../../components/time-text.tsx';
import { type Labels, labelOf } from '../../lib/label-of.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import { useWorkspace, type WorkspaceScope } from '../../session/use-workspace.ts';
import { deliveryKindLabels, targetLabels } from '../deliveries/delivery-labels.ts';
import { queueLabels } from './job-labels.ts';

const limit = 50;

/** The page on which an operator can resolve a failure. */
const nextStepOf = (
  workspace: WorkspaceScope,
  { kind, id, agentId, conversationId }: OperationFailure,
): { href: string; label: LabelKey } => {
  const agent = `${workspace.href}/agents/${agentId}`;
  if (kind === 'delivery')
    return { href: `${workspace.href}/deliveries/${id}`, label: 'jobs.failure.retryDelivery' };
  if (kind === 'document')
    return { href: `${agent}/knowledge/documents/${id}`, label: 'jobs.failure.retryDocument' };
  if (kind === 'round')
    return { href: `${agent}/conversations/${conversationId}`, label: 'jobs.failure.openConversation' };
  return { href: `${workspace.href}/jobs?view=jobs&state=failed`, label: 'jobs.failure.retryJob' };
};

const kindLabels: Labels<OperationFailure['kind']> = {
  round: 'jobs.failure.round',
  document: 'jobs.failure.document',
  delivery: 'jobs.failure.delivery',
  job: 'jobs.failure.job',
};

const titleOf = ({ kind, title, deliveryKind, deliveryTarget }: OperationFailure): string => {
  // The title of a failed job is the name of its queue.
  if (kind === 'job') return labelOf(queueLabels, title);
  if (deliveryKind === null || deliveryTarget === null) return title;
  return t('jobs.failure.deliveryTitle', {
    receiver: labelOf(targetLabels, deliveryTarget),
    kind: labelOf(deliveryKindLabels, deliveryKind),
  });
};

/** Failures of all kinds, newest first, each with a link to the next step. */
export const FailureList = () => {
  const workspace = useWorkspace();
  const [before, setBefore] = useState<number>();
  const failures = useResource(at(workspace.api, '/failures'), {
    query: { limit, before },
  });
  const columns: Column<OperationFailure>[] = [
    {
      key: 'kind',
      header: t('jobs.failure.type'),
      render: ({ kind }) => <StatusBadge tone="bad">{t(kindLabels[kind])}</StatusBadge>,
    },
    {
      key: 'title',
      header: t('jobs.failure.title'),
      render: (failure) => (
        <Stack gap={0}>
          <Text size="sm" fw={550} lineClamp={1}>
            {titleOf(failure)}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }} lang="en">
            {failure.reason}
          </Text>
        </Stack>
      ),
    },
    { key: 'at', header: t('jobs.time'), render: ({ at }) => <TimeText time={at} /> },
    {
      key: 'nextStep',
      header: t('jobs.failure.nextStep'),
      render: (failure) => {
        const { href, label } = nextStepOf(workspace, failure);
        return (
          <Anchor component={Link} href={href} size="sm">
            {t(label)}
          </Anchor>
        );
      },
    },
  ];
  return (
    <ResourceView resource={failures}>
      {({ items, nextBefore }) => (
        <>
          <DataTable
            label={t('jobs.tab.failures')}
            columns={columns}
            rows={items}
            rowKey={({ kind, id }) => `${kind} ${id}`}
            isRefreshing={failures.isFetching}
            empty={
              <EmptyState icon={IconMoodSmile} title={t('jobs.failure.empty')}>
                {t('jobs.failure.emptyHint')}
              </EmptyState>
            }
          />
          {nextBefore !== null && (
            <Center mt="md">
              <Button variant="default" onClick={() => setBefore(nextBefore)}>
                {t('jobs.failure.older')}
              </Button>
            </Center>
          )}
        </>
      )}
    </ResourceView>
  );
};
