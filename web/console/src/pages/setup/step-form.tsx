import { Alert, Button, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { t } from '../../messages/translate.ts';
import { useStep } from '../../session/use-step.ts';

interface StepFormProps {
  /** Saves the step. A failure is shown, and the step can be repeated. */
  onSubmit(): Promise<unknown>;
  isReady?: boolean;
  children: ReactNode;
}

/** The form of a step with its button. */
export const StepForm = ({ onSubmit, isReady = true, children }: StepFormProps) => {
  const { failure, isBusy, run } = useStep();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void run(onSubmit);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {failure && (
          <Alert color="red" role="alert">
            {failure}
          </Alert>
        )}
        {children}
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          {t('setup.continue')}
        </Button>
      </Stack>
    </form>
  );
};
