import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { api } from '../../api/api.ts';
import type { ReceiverCheck } from '../../api/types/receiver-check.ts';
import { useChange } from '../../api/use-change.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

interface ReceiverTestProps {
  target: 'message' | 'human_service';
  /** Whether there is an address that is saved. */
  isReady: boolean;
  isDirty: boolean;
}

const verdictOf = ({ status, latencyMs, reason }: ReceiverCheck): string => {
  if (status === null) return reason ?? 'The address cannot be reached.';
  return `The receiver answered ${status} after ${latencyMs} ms.`;
};

/** Sends a signed test call to the saved address and shows what came back. */
export const ReceiverTest = ({ target, isReady, isDirty }: ReceiverTestProps) => {
  const agent = useAgentScope();
  const check = useChange(() => api.post<ReceiverCheck>(`${agent.api}/webhook/check`, { target }), {
    quiet: true,
  });
  const { data } = check;
  return (
    <>
      <Group>
        <Button
          variant="default"
          leftSection={<IconSend size={15} aria-hidden />}
          loading={check.isPending}
          disabled={!isReady || isDirty}
          onClick={() => check.mutate(undefined)}
        >
          Send a test call
        </Button>
        {(isDirty || !isReady) && (
          <Text size="sm" c="dimmed">
            {isDirty ? 'Save first: the test uses the saved settings.' : 'Enter an address and save it.'}
          </Text>
        )}
      </Group>
      {check.error && (
        <Alert color="red" role="alert">
          {check.error.message}
        </Alert>
      )}
      {data && (
        <Alert
          color={data.ok ? 'teal' : 'red'}
          role="status"
          title={data.ok ? 'It works' : 'It does not work yet'}
        >
          {verdictOf(data)}
          {data.body && (
            <Code block mt="xs">
              {data.body}
            </Code>
          )}
        </Alert>
      )}
    </>
  );
};
