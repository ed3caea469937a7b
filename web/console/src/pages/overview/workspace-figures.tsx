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

/** Test chats do not count as replies and are named apart. */
const describeReplies = ({ conversationsToday, testRoundsToday }: Overview): string => {
  const conversations = t('overview.inConversations', { count: conversationsToday });
  if (testRoundsToday === 0) return conversations;
  return t('overview.withTests', { conversations, count: testRoundsToday });
};

/** Failed documents are named here too, so that the figure does not contradict the notice above it. */
const describeDocuments = ({ documentsAtWork, failedDocuments }: Overview): string => {
  const pending = t('overview.documentsPending', { count: documentsAtWork });
  const failed = t('overview.documentsFailed', { count: failedDocuments });
  if (failedDocuments === 0) return documentsAtWork === 0 ? t('overview.documentsIdle') : pending;
  return documentsAtWork === 0 ? failed : t('overview.documentsBoth', { pending, failed });
};

export const WorkspaceFigures = ({ workspace, overview }: WorkspaceFiguresProps) => (
  <SimpleGrid cols={{ base: 2, md: 4 }}>
    <Figure
      label={t('overview.repliesToday')}
      value={formatNumber(overview.roundsToday)}
      note={describeReplies(overview)}
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
      note={describeDocuments(overview)}
      href={`${workspace.href}/agents`}
    />
  </SimpleGrid>
);
