import { Alert, Button, Group } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { api } from '../../../api/api.ts';
import type { ModelConfig } from '../../../api/types/agent.ts';
import type { ModelTestResult } from '../../../api/types/model.ts';
import { useChange } from '../../../api/use-change.ts';
import { usePlace, useWorkspace } from '../../../session/use-workspace.ts';

/** Asks the model for a word, with what stands in the form now. */
export const ModelTest = ({ model }: { model: ModelConfig }) => {
  const workspace = useWorkspace();
  const { agent } = usePlace();
  const test = useChange(
    (config: ModelConfig) =>
      api.post<ModelTestResult>(`${workspace.api}/models/test`, { model: config, agentId: agent?.id }),
    { quiet: true },
  );
  const { data } = test;
  return (
    <>
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlugConnected size={15} aria-hidden />}
          loading={test.isPending}
          onClick={() => test.mutate(model)}
        >
          Test the connection
        </Button>
      </Group>
      {test.error && (
        <Alert color="red" role="alert">
          {test.error.message}
        </Alert>
      )}
      {data && (
        <Alert color={data.ok ? 'teal' : 'red'} role="status">
          {data.ok
            ? `The model answered in ${data.latencyMs} ms${data.firstTokenMs == null ? '' : `, its first word after ${data.firstTokenMs} ms`}.`
            : (data.reason ?? 'The model did not answer.')}
        </Alert>
      )}
    </>
  );
};
