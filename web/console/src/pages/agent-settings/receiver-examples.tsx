import { Code, NativeSelect, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import type { SentExample, WebhookExample } from '../../api/generated.ts';
import { useChange } from '../../api/use-change.ts';
import { useResource } from '../../api/use-resource.ts';
import { formatDuration } from '../../lib/format-duration.ts';
import { t } from '../../messages/translate.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { ConnectionTest } from './connection-test.tsx';

interface ReceiverExamplesProps {
  target: WebhookExample['target'];
  /** Whether a URL is set. */
  isReady: boolean;
  /** Unsaved settings to send with. */
  unsaved?: object;
}

/** The same name as in the body of the event, and in the API reference. */
const labelOf = ({ name, summary }: WebhookExample): string => (name.startsWith('event.') ? summary : name);

const requestText = ({ url, requestHeaders, requestBody }: SentExample): string =>
  [
    `POST ${url}`,
    ...Object.entries(requestHeaders).map(([name, value]) => `${name}: ${value}`),
    '',
    JSON.stringify(JSON.parse(requestBody), null, 2),
  ].join('\n');

const Part = ({ title, text }: { title: string; text: string }) => (
  <div>
    <Text size="sm" fw={550}>
      {title}
    </Text>
    <Code block mt={4} mah={320} style={{ overflow: 'auto' }} tabIndex={0} role="region" aria-label={title}>
      {text}
    </Code>
  </div>
);

/** Sends a signed example of one kind of call, and shows the request and the response. */
export const ReceiverExamples = ({ target, isReady, unsaved }: ReceiverExamplesProps) => {
  const agent = useAgentScope();
  const examples = useResource(at(agent.api, '/webhook/examples'));
  const choices = (examples.data?.items ?? []).filter((one) => one.target === target);
  const [chosen, setChosen] = useState<WebhookExample['name']>();
  const name = chosen ?? choices[0]?.name;
  const send = useChange(
    async () => {
      const sent = await api.post(at(agent.api, '/webhook/examples/send'), {
        name: name!,
        settings: unsaved,
      });
      return { ...sent, ok: sent.error === null };
    },
    { quiet: true },
  );
  if (choices.length === 0) return null;
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('agentSettings.receiver.example.kind')}
        description={t('agentSettings.receiver.example.description')}
        data={choices.map((one) => ({ value: one.name, label: labelOf(one) }))}
        value={name}
        onChange={(event) => setChosen(event.currentTarget.value as WebhookExample['name'])}
      />
      <ConnectionTest
        label={t('agentSettings.receiver.example.send')}
        icon={<IconSend size={15} aria-hidden />}
        missing={isReady ? undefined : t('agentSettings.receiver.test.incomplete')}
        test={send}
        onStart={() => send.mutate(undefined)}
        title={({ httpStatus, latencyMs, error }) =>
          httpStatus === null
            ? (error ?? t('agentSettings.receiver.test.unreachable'))
            : t('agentSettings.receiver.test.answered', {
                status: httpStatus,
                duration: formatDuration(Math.round(latencyMs)),
              })
        }
      >
        {(sent) => (
          <Stack gap="xs">
            <Part title={t('agentSettings.receiver.example.request')} text={requestText(sent)} />
            {sent.excerpt !== '' && (
              <Part title={t('agentSettings.receiver.example.response')} text={sent.excerpt} />
            )}
          </Stack>
        )}
      </ConnectionTest>
    </Stack>
  );
};
