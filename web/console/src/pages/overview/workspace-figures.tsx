import type { AgentSummary } from '../../api/types/agent.ts';
import type { Paged } from '../../api/types/paged.ts';
import type { Credits, UsageReport } from '../../api/types/usage.ts';
import { useResource } from '../../api/use-resource.ts';
import { Figure } from '../../components/figure.tsx';
import type { WorkspaceScope } from '../../session/use-workspace.ts';

const waiting = '…';

const shorten = (credits: string): string =>
  Number(credits).toLocaleString(undefined, { maximumFractionDigits: 4 });

export const WorkspaceFigures = ({ workspace }: { workspace: WorkspaceScope }) => {
  const agents = useResource<Paged<AgentSummary>>(`${workspace.api}/agents`, {
    query: { pageSize: 100 },
  }).data;
  const usage = useResource<UsageReport>(`${workspace.api}/usage`).data;
  const credits = useResource<Credits>(`${workspace.api}/credits`).data;
  const sessions = useResource<Paged<unknown>>(`${workspace.api}/handoffs`, {
    query: { status: 'open', pageSize: 1 },
  }).data;
  const rounds = usage?.items
    .filter(({ kind }) => kind === 'chat')
    .reduce((sum, { entries }) => sum + entries, 0);
  return (
    <>
      <Figure label="Agents" value={agents?.total ?? waiting} href={`${workspace.href}/agents`} />
      <Figure
        label="Answers"
        value={rounds?.toLocaleString() ?? waiting}
        note="in the last 30 days"
        href={`${workspace.href}/usage`}
      />
      <Figure
        label="Credits used"
        value={usage ? shorten(usage.credits) : waiting}
        note={credits && (credits.available === null ? 'no limit' : `${shorten(credits.available)} left`)}
        href={`${workspace.href}/usage`}
      />
      <Figure
        label="With a person"
        value={sessions?.total ?? waiting}
        note="open sessions"
        href={`${workspace.href}/human-sessions`}
      />
    </>
  );
};
