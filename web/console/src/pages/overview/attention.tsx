import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Overview } from '../../api/types/overview.ts';
import type { WorkspaceScope } from '../../session/use-workspace.ts';

interface AttentionProps {
  workspace: WorkspaceScope;
  overview: Overview;
}

/** What went wrong and waits for somebody; nothing when nothing did. */
export const Attention = ({ workspace, overview }: AttentionProps) => {
  const matters = [
    {
      amount: overview.deadDeliveries,
      what: overview.deadDeliveries === 1 ? 'delivery was given up' : 'deliveries were given up',
      href: '/deliveries',
      action: 'Send them again',
    },
    {
      amount: overview.failedDocuments,
      what: `${overview.failedDocuments === 1 ? 'document' : 'documents'} could not be read`,
      href: '/jobs',
      action: 'See why',
    },
    {
      amount: overview.failedJobs,
      what: overview.failedJobs === 1 ? 'job has failed' : 'jobs have failed',
      href: '/jobs',
      action: 'See why',
    },
  ].filter(({ amount }) => amount > 0);
  if (matters.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Waiting for you">
      <Stack gap={4}>
        {matters.map(({ amount, what, href, action }) => (
          <Text key={what} size="sm">
            {amount.toLocaleString()} {what}.{' '}
            <Anchor component={Link} href={workspace.href + href} size="sm">
              {action}
            </Anchor>
          </Text>
        ))}
      </Stack>
    </Alert>
  );
};
