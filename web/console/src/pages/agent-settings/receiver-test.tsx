import { Code, Stack } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { TestCall } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { ConnectionTest } from './connection-test.tsx';

interface ReceiverTestProps {
  target: 'message' | 'human_service';
  /** Whether a URL is set. */
  isReady: boolean;
  /** Unsaved settings to test with. */
  unsaved?: object;
}

const describeResult = ({ httpStatus: status, latencyMs, error }: TestCall): string => {
  if (status === null) return error ?? t('agentSettings.receiver.test.unreachable');
  const duration = formatDuration(Math.round(latencyMs));
  return t('agentSettings.receiver.test.answered', { status, duration });
};

/** Sends signed test requests to the receiver and shows the response to each. */
export const ReceiverTest = ({ target, isReady, unsaved }: ReceiverTestProps) => {
  const agent = useAgentScope();
  const check = useChange(() => api.post(at(agent.api, '/webhook/check'), { target, settings: unsaved }), {
    quiet: true,
  });
  return (
    <ConnectionTest
      label={t('agentSettings.receiver.test')}
      icon={<IconSend size={15} aria-hidden />}
      missing={isReady ? undefined : t('agentSettings.receiver.test.incomplete')}
      test={check}
      onStart={() => check.mutate(undefined)}
      title={({ ok }) =>
        ok ? t('agentSettings.receiver.test.succeeded') : t('agentSettings.receiver.test.failed')
      }
    >
      {(result) => (
        <Stack gap="xs">
          {result.calls.map((call) => (
            <div key={call.name}>
              {result.calls.length > 1 && (
                <b>{t('agentSettings.receiver.test.call', { call: call.name })} </b>
              )}
              {describeResult(call)}
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
