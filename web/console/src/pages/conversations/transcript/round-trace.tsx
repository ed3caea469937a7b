import { Text } from '@mantine/core';
import { at } from '../../../api/address.ts';
import type { Round } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { ResourceView } from '../../../components/resource-view.tsx';
import { SentRequests } from '../../../components/trace/sent-requests.tsx';
import { TraceView } from '../../../components/trace/trace-view.tsx';
import { formatCredits } from '../../../lib/format-credits.ts';
import { formatDuration } from '../../../lib/format-duration.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import classes from './transcript.module.css';

const figuresOf = ({ tokens, credits, createdAt, endedAt }: Round): string =>
  [
    tokens && t('trace.tokens', { input: tokens.promptTokens, output: tokens.completionTokens }),
    t('trace.credits', { credits: formatCredits(credits) }),
    endedAt && formatDuration(Date.parse(endedAt) - Date.parse(createdAt)),
  ]
    .filter(Boolean)
    .join(' · ');

/** The trace of a round. */
export const RoundTrace = ({ roundId }: { roundId: string }) => {
  const agent = useAgentScope();
  const round = useResource(at(agent.api, '/rounds/{roundId}', { roundId }));
  return (
    <section className={classes.trace} aria-label={t('conversations.trace.title')}>
      <ResourceView resource={round} bars={2}>
        {(data) => (
          <>
            <Text size="xs" c="dimmed" mb={4}>
              {figuresOf(data)}
            </Text>
            {data.operator && <SentRequests roundId={roundId} />}
            {data.trace.length === 0 ? (
              <Text size="sm" c="dimmed">
                {t(data.withPerson ? 'conversations.trace.human' : 'conversations.trace.empty')}
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
