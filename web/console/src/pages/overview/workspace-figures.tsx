import { SimpleGrid } from '@mantine/core';
import type { Overview } from '../../api/generated.ts';
import { Figure } from '../../components/figure.tsx';
import { countOf } from '../../lib/count-of.ts';
import type { WorkspaceScope } from '../../session/use-workspace.ts';

interface WorkspaceFiguresProps {
  workspace: WorkspaceScope;
  overview: Overview;
}

export const WorkspaceFigures = ({ workspace, overview }: WorkspaceFiguresProps) => (
  <SimpleGrid cols={{ base: 2, md: 4 }}>
    <Figure
      label="Answers today"
      value={overview.roundsToday.toLocaleString()}
      note={`in ${countOf(overview.conversationsToday, 'conversation')}`}
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
          : `reading ${countOf(overview.documentsAtWork, 'document')}`
      }
      href={`${workspace.href}/agents`}
    />
  </SimpleGrid>
);
