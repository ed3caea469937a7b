import { Code } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { api } from '../../api/api.ts';
import type { ReceiverCheck } from '../../api/types/receiver-check.ts';
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
        <>
          {verdictOf(result)}
          {result.excerpt !== '' && (
            <Code block mt="xs">
              {result.excerpt}
            </Code>
          )}
        </>
      )}
    </ConnectionTest>
  );
};
