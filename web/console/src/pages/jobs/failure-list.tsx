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
import { useWorkspace, type WorkspaceScope } from '../../session/use-workspace.ts';

const limit = 50;

/** Where each kind of failure is mended. */
const remedyOf = (
  workspace: WorkspaceScope,
  { kind, id, agentId, conversationId }: OperationFailure,
): { href: string; label: string } => {
  const agent = `${workspace.href}/agents/${agentId}`;
  if (kind === 'delivery') return { href: `${workspace.href}/deliveries/${id}`, label: 'Send it again' };
  if (kind === 'document')
    return { href: `${agent}/knowledge/documents/${id}`, label: 'Retry or replace it' };
  if (kind === 'round')
    return { href: `${agent}/conversations/${conversationId}`, label: 'Read the conversation' };
  return { href: `${workspace.href}/jobs?view=jobs&state=failed`, label: 'Try it again' };
};

const names: Record<OperationFailure['kind'], string> = {
  round: 'answer',
  document: 'document',
  delivery: 'delivery',
  job: 'job',
};

/** Everything that went wrong, newest first, each with the way to mend it. */
export const FailureList = () => {
  const workspace = useWorkspace();
  const [before, setBefore] = useState<number>();
  const failures = useResource(at(workspace.api, '/failures'), {
    query: { limit, before },
  });
  const columns: Column<OperationFailure>[] = [
    { key: 'kind', header: 'Of', render: ({ kind }) => <StatusBadge tone="bad">{names[kind]}</StatusBadge> },
    {
      key: 'title',
      header: 'What',
      render: ({ title, reason }) => (
        <Stack gap={0}>
          <Text size="sm" fw={550} lineClamp={1}>
            {title}
          </Text>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {reason}
          </Text>
        </Stack>
      ),
    },
    { key: 'at', header: 'When', render: ({ at }) => <TimeText time={at} /> },
    {
      key: 'remedy',
      header: 'What to do',
      render: (failure) => {
        const { href, label } = remedyOf(workspace, failure);
        return (
          <Anchor component={Link} href={href} size="sm">
            {label}
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
            label="Failures"
            columns={columns}
            rows={items}
            rowKey={({ kind, id }) => `${kind} ${id}`}
            isRefreshing={failures.isFetching}
            empty={
              <EmptyState icon={IconMoodSmile} title="Nothing has failed">
                Answers that broke off, documents that could not be read and deliveries that were given up are
                listed here, with what to do about each.
              </EmptyState>
            }
          />
          {nextBefore !== null && (
            <Center mt="md">
              <Button variant="default" onClick={() => setBefore(nextBefore)}>
                Older failures
              </Button>
            </Center>
          )}
        </>
      )}
    </ResourceView>
  );
};
