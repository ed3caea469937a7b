import { Code, JsonInput, Stack, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { HttpTool } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { ConnectionTest } from '../connection-test.tsx';
import { sampleArguments } from './parameter-schema.ts';
import { readObject } from './read-object.ts';

interface ToolTestProps {
  /** The tool as it would be saved. undefined while it is incomplete. */
  tool: HttpTool | undefined;
}

/** Sends one real request with the tool and shows the result. */
export const ToolTest = ({ tool }: ToolTestProps) => {
  const agent = useAgentScope();
  const [text, setText] = useState<string>();
  const shown = text ?? JSON.stringify(sampleArguments(tool?.parameters ?? {}), null, 2);
  const values = readObject(shown);
  const test = useChange(
    () => api.post(at(agent.api, '/tools/test'), { tool: tool!, arguments: values ?? {} }),
    { quiet: true },
  );
  const missing = (): string | undefined => {
    if (!tool) return t('agentSettings.toolTest.missing');
    return values ? undefined : t('agentSettings.toolTest.invalidArguments');
  };
  const problem = missing();
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('agentSettings.toolTest.hint')}
      </Text>
      <JsonInput
        label={t('agentSettings.toolTest.arguments')}
        value={shown}
        onChange={setText}
        autosize
        minRows={2}
        maxRows={8}
      />
      <ConnectionTest
        label={t('agentSettings.toolTest.send')}
        icon={<IconPlayerPlay size={16} aria-hidden />}
        {...(problem === undefined ? {} : { missing: problem })}
        test={test}
        onStart={() => test.mutate(undefined)}
        title={({ status, latencyMs }) =>
          status === null
            ? t('agentSettings.toolTest.noResponse')
            : t('agentSettings.toolTest.status', { status: String(status), ms: latencyMs })
        }
      >
        {({ method, url, text: answer, detail }) => (
          <Stack gap="xs">
            {url !== null && (
              <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                {`${method} ${url}`}
              </Text>
            )}
            <Code
              block
              tabIndex={0}
              aria-label={t('agentSettings.toolTest.answer')}
              style={{ maxHeight: 240, overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
            >
              {answer}
            </Code>
            {detail !== null && (
              <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
                {detail}
              </Text>
            )}
          </Stack>
        )}
      </ConnectionTest>
    </Stack>
  );
};
