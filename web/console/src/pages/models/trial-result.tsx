import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import type { ModelTrial } from '../../api/generated.ts';

interface TrialResultProps {
  trial: ModelTrial | undefined;
  error: Error | null;
}

/** What a model did when it was asked, or why it did not. */
export const TrialResult = ({ trial, error }: TrialResultProps) => {
  if (error)
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title="The test could not be made"
      >
        {error.message}
      </Alert>
    );
  if (!trial) return null;
  if (!trial.ok)
    return (
      <Alert
        color="red"
        role="alert"
        icon={<IconAlertTriangle aria-hidden />}
        title={`${trial.name} did not answer`}
      >
        {trial.reason}
      </Alert>
    );
  return (
    <Alert color="teal" role="status" icon={<IconCheck aria-hidden />} title={`${trial.name} answers`}>
      <Text size="sm">
        {trial.firstTokenMs === null ? '' : `First word after ${Math.round(trial.firstTokenMs)} ms, `}
        all after {Math.round(trial.latencyMs)} ms: “{trial.text.slice(0, 200)}”
      </Text>
    </Alert>
  );
};
