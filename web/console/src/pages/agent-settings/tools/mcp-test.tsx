import { Code, List, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { McpServer } from '../../../api/derived-types.ts';
import type { McpCheck } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { formatDuration } from '../../../lib/format-duration.ts';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { ConnectionTest } from '../connection-test.tsx';

const describeResult = ({ ok, tools, latencyMs, reason }: McpCheck): string =>
  ok
    ? t('agentSettings.mcp.test.offers', {
        count: tools.length,
        duration: formatDuration(Math.round(latencyMs)),
      })
    : (reason ?? t('agentSettings.mcp.test.failed'));

/** Lists the tools of the server as entered in the form. */
export const McpTest = ({ server }: { server: McpServer }) => {
  const agent = useAgentScope();
  const check = useChange(() => api.post(at(agent.api, '/mcp/check'), { server }), {
    quiet: true,
  });
  const isReady = server.name !== '' && server.url !== '';
  return (
    <ConnectionTest
      label={t('agentSettings.testConnection')}
      icon={<IconPlugConnected size={15} aria-hidden />}
      size="xs"
      missing={isReady ? undefined : t('agentSettings.mcp.test.incomplete')}
      test={check}
      onStart={() => check.mutate(undefined)}
    >
      {(result) => (
        <>
          {describeResult(result)}
          {result.ok && result.reason !== null && (
            <Text size="sm" mt="xs">
              {result.reason}
            </Text>
          )}
          {result.tools.length > 0 && (
            <List size="sm" mt="xs" spacing={4}>
              {result.tools.map(({ name, description }) => (
                <List.Item key={name}>
                  <Code>{name}</Code> {description}
                </List.Item>
              ))}
            </List>
          )}
        </>
      )}
    </ConnectionTest>
  );
};
