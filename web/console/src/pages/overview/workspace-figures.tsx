import { SimpleGrid } from '@mantine/core';
import type { Overview } from '../../api/types/overview.ts';
import { Figure } from '../../components/figure.tsx';
import type { WorkspaceScope } from '../../session/use-workspace.ts';

interface WorkspaceFiguresProps {
  workspace: WorkspaceScope;
  overview: Overview;
}

const count = (amount: number, one: string, many: string): string =>
  `${amount.toLocaleString()} ${amount === 1 ? one : many}`;

export const WorkspaceFigures = ({ workspace, overview }: WorkspaceFiguresProps) => (
  <SimpleGrid cols={{ base: 2, md: 4 }}>
    <Figure
      label="Answers today"
      value={overview.roundsToday.toLocaleString()}
      note={`in ${count(overview.conversationsToday, 'conversation', 'conversations')}`}
      href={`${workspace.href}/usage`}
    />
    <Figure
      label="Failed today"
      value={overview.failedRoundsToday.toLocaleString()}
      note={overview.failedRoundsToday === 0 ? 'all is well' : 'see why'}
      href={`${workspace.href}/jobs`}
    />
    <Figure
      label="With a person"
      value={overview.openSessions.toLocaleString()}
      note="open sessions"
      href={`${workspace.href}/human-sessions`}
    />
    <Figure
      label="Agents"
      value={overview.agents.toLocaleString()}
      note={
        overview.documentsAtWork === 0
          ? 'all documents are read'
          : `reading ${count(overview.documentsAtWork, 'document', 'documents')}`
      }
      href={`${workspace.href}/agents`}
    />
  </SimpleGrid>
);
