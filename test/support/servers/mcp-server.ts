import { type Answer, type Receiver, startReceiver } from './receiver.ts';

const results: Record<string, object> = {
  initialize: {
    protocolVersion: '2025-03-26',
    capabilities: { tools: {} },
    serverInfo: { name: 'stub', version: '1' },
  },
  'tools/list': {
    tools: [
      { name: 'weather', description: 'The weather of a city', inputSchema: { type: 'object' } },
      { name: 'tides', inputSchema: { type: 'object' } },
    ],
  },
};

/** Implements enough of the protocol to list and call two tools. */
const listTools: Answer = ({ body }, response) => {
  const { id, method } = JSON.parse(body || '{}') as { id?: number; method?: string };
  const result = results[method ?? ''];
  if (!result) return response.writeHead(202).end();
  response.setHeader('content-type', 'application/json').end(JSON.stringify({ jsonrpc: '2.0', id, result }));
};

/** An MCP server on loopback. `answerWith` replaces its behaviour. */
export const startMcpServer = (): Promise<Receiver> => startReceiver(listTools);
