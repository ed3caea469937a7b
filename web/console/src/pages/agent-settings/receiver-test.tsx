import { Code, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { TestCall } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { ConnectionTest } from './connection-test.tsx';

interface ReceiverTestProps {
  target: 'message' | 'human_service';
  /** Whether there is an address to send to. */
  isReady: boolean;
  /** Settings that are tested before they are saved. */
  unsaved?: object;
}

const verdictOf = ({ httpStatus, latencyMs, error }: TestCall): string =>
  httpStatus === null
    ? (error ?? 'The address cannot be reached.')
    : `The receiver answered ${httpStatus} after ${Math.round(latencyMs)} ms.`;

const names: Record<TestCall['name'], string> = {
  message: 'Webhook',
  establish: 'Establish',
  chat: 'Chat',
  close: 'Close',
};

/** Sends signed test calls to the addresses and shows what came back from each. */
export const ReceiverTest = ({ target, isReady, unsaved }: ReceiverTestProps) => {
  const agent = useAgentScope();
  const check = useChange(() => api.post(at(agent.api, '/webhook/check'), { target, settings: unsaved }), {
    quiet: true,
  });
  return (
    <ConnectionTest
      label="Send a test call"
      icon={<IconSend size={15} aria-hidden />}
      missing={isReady ? undefined : 'Enter an address first.'}
      test={check}
      onStart={() => check.mutate(undefined)}
      title={({ ok }) => (ok ? 'It works' : 'It does not work yet')}
    >
      {(result) => (
        <Stack gap="xs">
          {result.calls.map((call) => (
            <div key={call.name}>
              {result.calls.length > 1 && <b>{names[call.name]}: </b>}
              {verdictOf(call)}
              {call.excerpt !== '' && (
                <Code block mt={4}>
                  {call.excerpt}
                </Code>
              )}
            </div>
          ))}
        </Stack>
      )}
    </ConnectionTest>
  );
};
