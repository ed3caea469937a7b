import { Alert, Button, Stack, Text } from '@mantine/core';
import { at } from '../../api/address.ts';
import { useResource } from '../../api/use-resource.ts';
import { t } from '../../messages/translate.ts';
import { useStep } from '../../session/use-step.ts';
import { agentScope, useWorkspace } from '../../session/use-workspace.ts';

interface TryStepProps {
  agentId: string;
  onTry(): Promise<void>;
  onOverview(): Promise<void>;
}

/** Whether the agent has the example document that its step offers. */
const useHasExample = (agentId: string): boolean => {
  const name = t('setup.agent.example.file');
  const path = at(agentScope(useWorkspace(), agentId).api, '/documents');
  const { data } = useResource(path, { query: { name, pageSize: 10 }, enabled: agentId !== '' });
  return data?.items.some((document) => document.name === name) ?? false;
};

/** The end: opens the test chat of the new agent, or the overview. */
export const TryStep = ({ agentId, onTry, onOverview }: TryStepProps) => {
  const { failure, isBusy, run } = useStep();
  const hasExample = useHasExample(agentId);
  return (
    <Stack>
      {hasExample && (
        <Text size="sm" ta="center">
          {t('setup.try.example')}
        </Text>
      )}
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
