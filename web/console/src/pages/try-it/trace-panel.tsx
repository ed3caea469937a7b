import { Group, Paper, Text, Title } from '@mantine/core';
import type { Round } from '../../api/generated.ts';
import { SentRequests } from '../../components/trace/sent-requests.tsx';
import type { ShownStep } from '../../components/trace/shown-step.ts';
import { TraceView } from '../../components/trace/trace-view.tsx';
import { formatCredits } from '../../lib/format-credits.ts';
import { t } from '../../messages/translate.ts';
import type { Trial } from './trial.ts';
import classes from './try-it.module.css';

const stepsOf = (trial: Trial): readonly ShownStep[] => trial.round?.trace ?? trial.steps;

const describeUsage = ({ tokens, credits }: Round): string =>
  [
    tokens && t('trace.tokens', { input: tokens.promptTokens, output: tokens.completionTokens }),
    t('trace.credits', { credits: formatCredits(credits) }),
  ]
    .filter(Boolean)
    .join(' · ');

export const TracePanel = ({ trial }: { trial: Trial | undefined }) => {
  const round = trial?.round;
  return (
    <Paper className={classes.panel}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{t('tryIt.trace')}</Title>
        {round && (
          <Text size="xs" c="dimmed">
            {describeUsage(round)}
          </Text>
        )}
      </Group>
      {trial ? (
        <>
          <TraceView steps={stepsOf(trial)} citations={round?.citations} />
          {round && <SentRequests roundId={round.id} />}
        </>
      ) : (
        <Text size="sm" c="dimmed">
          {t('tryIt.trace.empty')}
        </Text>
      )}
    </Paper>
  );
};
