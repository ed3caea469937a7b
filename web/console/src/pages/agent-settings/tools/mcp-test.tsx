import { Alert, Button, Code, Group, List, Text } from '@mantine/core';
import { IconPlugConnected } from '@tabler/icons-react';
import { api } from '../../../api/api.ts';
import type { McpServer } from '../../../api/types/agent.ts';
import type { McpCheck } from '../../../api/types/mcp-check.ts';
import { useChange } from '../../../api/use-change.ts';
import { countOf } from '../../../lib/count-of.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

const verdictOf = ({ ok, tools, latencyMs, reason }: McpCheck): string =>
  ok
    ? `The server offers ${countOf(tools.length, 'tool')} and answered in ${latencyMs} ms.`
    : (reason ?? 'The server did not answer.');

/** Asks the server what it offers, with what stands in the form now. */
export const McpTest = ({ server }: { server: McpServer }) => {
  const agent = useAgentScope();
  const check = useChange((body: object) => api.post<McpCheck>(`${agent.api}/mcp/check`, body), {
    quiet: true,
  });
  const { data } = check;
  const isReady = server.name !== '' && server.url !== '';
  return (
    <>
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlugConnected size={15} aria-hidden />}
          loading={check.isPending}
          disabled={!isReady}
          onClick={() => check.mutate({ server })}
        >
          Test the connection
        </Button>
        {!isReady && (
          <Text size="sm" c="dimmed">
            Enter a name and an address first.
          </Text>
        )}
      </Group>
      {check.error && (
        <Alert color="red" role="alert">
          {check.error.message}
        </Alert>
      )}
      {data && (
        <Alert color={data.ok ? 'teal' : 'red'} role="status">
          {verdictOf(data)}
          {data.ok && data.reason !== null && (
            <Text size="sm" mt="xs">
              {data.reason}
            </Text>
          )}
          {data.tools.length > 0 && (
            <List size="sm" mt="xs" spacing={4}>
              {data.tools.map(({ name, description }) => (
                <List.Item key={name}>
                  <Code>{name}</Code> {description}
                </List.Item>
              ))}
            </List>
          )}
        </Alert>
      )}
    </>
  );
};
