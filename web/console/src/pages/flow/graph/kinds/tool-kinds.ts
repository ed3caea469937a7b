import { saveAs, values } from './field.ts';
import { type Kinds, notSetUp } from './kind.ts';

export const toolKinds: Kinds<'http-tool' | 'mcp-tool'> = {
  'http-tool': {
    label: 'HTTP tool',
    group: 'tools',
    explains: "Calls one of the agent's HTTP tools",
    summary: ({ tool, saveAs }) => (tool === '' ? notSetUp : `${tool} → ${saveAs}`),
    initial: (names) => ({ tool: '', arguments: {}, saveAs: names.variable('result') }),
    fields: [
      { kind: 'http-tool', name: 'tool', label: 'Tool' },
      values('arguments', 'Arguments', 'tool'),
      saveAs('Gets text and, where it is JSON, data'),
    ],
    gives: ['text', 'data'],
  },
  'mcp-tool': {
    label: 'MCP tool',
    group: 'tools',
    explains: "Calls a tool of one of the agent's MCP servers",
    summary: ({ server, tool, saveAs }) => (tool === '' ? notSetUp : `${server}: ${tool} → ${saveAs}`),
    initial: (names) => ({ server: '', tool: '', arguments: {}, saveAs: names.variable('result') }),
    fields: [
      { kind: 'mcp-server', name: 'server', label: 'Server' },
      { kind: 'text', name: 'tool', label: 'Tool', description: 'Its name on that server' },
      values('arguments', 'Arguments'),
      saveAs('Gets text and, where it is JSON, data'),
    ],
    gives: ['text', 'data'],
  },
};
