import { Group, Paper, Text, Title } from '@mantine/core';
import type { ShownStep } from '../../components/trace/shown-step.ts';
import { TraceView } from '../../components/trace/trace-view.tsx';
import type { Trial } from './trial.ts';
import classes from './try-it.module.css';

const stepsOf = (trial: Trial): readonly ShownStep[] => trial.round?.trace ?? trial.steps;

export const TracePanel = ({ trial }: { trial: Trial | undefined }) => {
  const round = trial?.round;
  return (
    <Paper className={classes.panel}>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Trace</Title>
        {round && (
          <Text size="xs" c="dimmed">
            {round.tokens && `${round.tokens.promptTokens} read, ${round.tokens.completionTokens} written · `}
            {round.credits} credits
          </Text>
        )}
      </Group>
      {trial ? (
        <TraceView steps={stepsOf(trial)} citations={round?.citations} />
      ) : (
        <Text size="sm" c="dimmed">
          What was searched and found, which tools were called, what it cost and how long each step took: it
          shows here while the agent answers.
        </Text>
      )}
    </Paper>
  );
};
