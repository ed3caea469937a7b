import { Alert, Button, Stack } from '@mantine/core';
import { t } from '../../messages/translate.ts';
import { useStep } from '../../session/use-step.ts';

interface TryStepProps {
  onTry(): Promise<void>;
  onOverview(): Promise<void>;
}

/** The end: opens the test chat of the new agent, or the overview. */
export const TryStep = ({ onTry, onOverview }: TryStepProps) => {
  const { failure, isBusy, run } = useStep();
  return (
    <Stack>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <Button loading={isBusy} onClick={() => void run(onTry)}>
        {t('setup.try.action')}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={() => void run(onOverview)}>
        {t('setup.try.overview')}
      </Button>
    </Stack>
  );
};
