import { Alert, Button, Code, Group, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { api } from '../../api/api.ts';
import type { ReceiverCheck } from '../../api/types/receiver-check.ts';
import { useChange } from '../../api/use-change.ts';
import { useAgentScope } from '../../session/use-workspace.ts';

interface ReceiverTestProps {
  target: 'message' | 'human_service';
  /** Whether there is an address to send to. */
  isReady: boolean;
  /** Settings that are tested before they are saved. */
  unsaved?: object;
}

const verdictOf = ({ httpStatus, latencyMs, error }: ReceiverCheck): string =>
  httpStatus === null
    ? (error ?? 'The address cannot be reached.')
    : `The receiver answered ${httpStatus} after ${Math.round(latencyMs)} ms.`;

/** Sends a signed test call to the address and shows what came back. */
export const ReceiverTest = ({ target, isReady, unsaved }: ReceiverTestProps) => {
  const agent = useAgentScope();
  const check = useChange(
    () => api.post<ReceiverCheck>(`${agent.api}/webhook/check`, { target, settings: unsaved }),
    { quiet: true },
  );
  const { data } = check;
  return (
    <>
      <Group>
        <Button
          variant="default"
          leftSection={<IconSend size={15} aria-hidden />}
          loading={check.isPending}
          disabled={!isReady}
          onClick={() => check.mutate(undefined)}
        >
          Send a test call
        </Button>
        {!isReady && (
          <Text size="sm" c="dimmed">
            Enter an address first.
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
          {data.excerpt !== '' && (
            <Code block mt="xs">
              {data.excerpt}
            </Code>
          )}
        </Alert>
      )}
    </>
  );
};
