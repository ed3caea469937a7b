import { SimpleGrid } from '@mantine/core';
import type { Overview } from '../../api/generated.ts';
import { Figure } from '../../components/figure.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { t } from '../../messages/translate.ts';
import type { WorkspaceScope } from '../../session/use-workspace.ts';

interface WorkspaceFiguresProps {
  workspace: WorkspaceScope;
  overview: Overview;
}

export const WorkspaceFigures = ({ workspace, overview }: WorkspaceFiguresProps) => (
  <SimpleGrid cols={{ base: 2, md: 4 }}>
    <Figure
      label={t('overview.repliesToday')}
      value={formatNumber(overview.roundsToday)}
      note={t('overview.inConversations', { count: overview.conversationsToday })}
      href={`${workspace.href}/usage`}
    />
    <Figure
      label={t('overview.failedToday')}
      value={formatNumber(overview.failedRoundsToday)}
      note={t(overview.failedRoundsToday === 0 ? 'overview.noFailures' : 'overview.openFailures')}
      href={`${workspace.href}/jobs`}
    />
    <Figure
      label={t('overview.humanSessions')}
      value={formatNumber(overview.openSessions)}
      note={t('overview.openNow')}
      href={`${workspace.href}/human-sessions`}
    />
    <Figure
      label={t('shell.page.agents')}
      value={formatNumber(overview.agents)}
      note={
        overview.documentsAtWork === 0
          ? t('overview.documentsReady')
          : t('overview.documentsPending', { count: overview.documentsAtWork })
      }
      href={`${workspace.href}/agents`}
    />
  </SimpleGrid>
);
