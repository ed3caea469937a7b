import { Text } from '@mantine/core';
import { at } from '../../../api/address.ts';
import type { Round } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ResourceView } from '../../../components/resource-view.tsx';
import { TraceView } from '../../../components/trace/trace-view.tsx';
import { formatDuration } from '../../../lib/format-duration.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import classes from './transcript.module.css';

const figuresOf = ({ tokens, credits, createdAt, endedAt }: Round): string =>
  [
    tokens && `${tokens.promptTokens} tokens read, ${tokens.completionTokens} written`,
    `${credits} credits`,
    endedAt && formatDuration(Date.parse(endedAt) - Date.parse(createdAt)),
  ]
    .filter(Boolean)
    .join(' · ');

/** How an answer came about. */
export const RoundTrace = ({ roundId }: { roundId: string }) => {
  const agent = useAgentScope();
  const round = useResource(at(agent.api, '/rounds/{roundId}', { roundId }));
  return (
    <section className={classes.trace} aria-label="Trace">
      <ResourceView resource={round} bars={2}>
        {(data) => (
          <>
            <Text size="xs" c="dimmed" mb={4}>
              {figuresOf(data)}
            </Text>
            {data.trace.length === 0 ? (
              <Text size="sm" c="dimmed">
                {data.withPerson ? 'A person was given this message.' : 'No step was kept.'}
              </Text>
            ) : (
              <TraceView steps={data.trace} citations={data.citations} />
            )}
          </>
        )}
      </ResourceView>
    </section>
  );
};
