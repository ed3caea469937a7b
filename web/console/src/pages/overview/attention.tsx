import { Alert, Anchor, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'wouter';
import type { Overview } from '../../api/generated.ts';
import { t } from '../../messages/translate.ts';
import type { WorkspaceScope } from '../../session/use-workspace.ts';

interface AttentionProps {
  workspace: WorkspaceScope;
  overview: Overview;
}

/** Failures that an operator has to resolve. Shows nothing if there are none. */
export const Attention = ({ workspace, overview }: AttentionProps) => {
  const problems = [
    {
      amount: overview.missedHandoffsToday,
      text: t('overview.missedHandoffs', { count: overview.missedHandoffsToday }),
      // The inbox does not list sessions of a human service.
      href:
        overview.missedInboxSessionsToday === overview.missedHandoffsToday
          ? '/inbox?queue=closed&missed=true'
          : '/human-sessions?missed=true',
      action: t('overview.openMissed'),
    },
    {
      amount: overview.deadDeliveries,
      text: t('overview.failedDeliveries', { count: overview.deadDeliveries }),
      href: '/deliveries?status=dead',
      action: t('overview.openDeliveries'),
    },
    {
      amount: overview.failedDocuments,
      text: t('overview.failedDocuments', { count: overview.failedDocuments }),
      href: '/jobs',
      action: t('overview.openFailures'),
    },
    {
      amount: overview.failedJobs,
      text: t('overview.failedJobs', { count: overview.failedJobs }),
      href: '/jobs',
      action: t('overview.openFailures'),
    },
  ].filter(({ amount }) => amount > 0);
  if (problems.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('overview.attention')}>
      <Stack gap={4}>
        {problems.map(({ text, href, action }) => (
          <Text key={text} size="sm">
            {text}{' '}
            <Anchor component={Link} href={workspace.href + href} size="sm">
              {action}
            </Anchor>
          </Text>
        ))}
      </Stack>
    </Alert>
  );
};
