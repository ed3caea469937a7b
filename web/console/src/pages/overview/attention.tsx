import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Overview } from '../../api/generated.ts';
import { countOf } from '../../lib/count-of.ts';
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
      what: countOf(overview.deadDeliveries, 'delivery was given up', 'deliveries were given up'),
      href: '/deliveries',
      action: 'Send them again',
    },
    {
      amount: overview.failedDocuments,
      what: `${countOf(overview.failedDocuments, 'document')} could not be read`,
      href: '/jobs',
      action: 'See why',
    },
    {
      amount: overview.failedJobs,
      what: countOf(overview.failedJobs, 'job has failed', 'jobs have failed'),
      href: '/jobs',
      action: 'See why',
    },
  ].filter(({ amount }) => amount > 0);
  if (matters.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title="Waiting for you">
      <Stack gap={4}>
        {matters.map(({ what, href, action }) => (
          <Text key={what} size="sm">
            {what}.{' '}
            <Anchor component={Link} href={workspace.href + href} size="sm">
              {action}
            </Anchor>
          </Text>
        ))}
      </Stack>
    </Alert>
  );
};
