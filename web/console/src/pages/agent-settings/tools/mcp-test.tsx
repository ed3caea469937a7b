import { Code, List, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { McpServer } from '../../../api/derived-types.ts';
import type { McpCheck } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { countOf } from '../../../lib/count-of.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { ConnectionTest } from '../connection-test.tsx';

const verdictOf = ({ ok, tools, latencyMs, reason }: McpCheck): string =>
  ok
    ? `The server offers ${countOf(tools.length, 'tool')} and answered in ${latencyMs} ms.`
    : (reason ?? 'The server did not answer.');

/** Asks the server what it offers, with what stands in the form now. */
export const McpTest = ({ server }: { server: McpServer }) => {
  const agent = useAgentScope();
  const check = useChange(() => api.post(at(agent.api, '/mcp/check'), { server }), {
    quiet: true,
  });
  const isReady = server.name !== '' && server.url !== '';
  return (
    <ConnectionTest
      label="Test the connection"
      icon={<IconPlugConnected size={15} aria-hidden />}
      size="xs"
      missing={isReady ? undefined : 'Enter a name and an address first.'}
      test={check}
      onStart={() => check.mutate(undefined)}
    >
      {(result) => (
        <>
          {verdictOf(result)}
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
