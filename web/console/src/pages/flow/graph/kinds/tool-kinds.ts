import { t } from '../../../../messages/translate.ts';
import { saveAs, values } from './field.ts';
import type { Kinds } from './kind.ts';

export const toolKinds: Kinds<'http-tool' | 'mcp-tool'> = {
  'http-tool': {
    label: 'flowComponents.httpTool.label',
    group: 'tools',
    about: 'flowComponents.httpTool.about',
    summary: ({ tool, saveAs }) => (tool === '' ? t('flowComponents.notSetUp') : `${tool} → ${saveAs}`),
    initial: (names) => ({ tool: '', arguments: {}, saveAs: names.variable('result') }),
    fields: [
      { kind: 'http-tool', name: 'tool', label: 'flowComponents.tool' },
      values('arguments', 'flowComponents.arguments', 'tool'),
      saveAs('flowComponents.saveAs.tool'),
    ],
    gives: ['text', 'data'],
  },
  'mcp-tool': {
    label: 'flowComponents.mcpTool.label',
    group: 'tools',
    about: 'flowComponents.mcpTool.about',
    summary: ({ server, tool, saveAs }) =>
      tool === '' ? t('flowComponents.notSetUp') : `${server}: ${tool} → ${saveAs}`,
    initial: (names) => ({ server: '', tool: '', arguments: {}, saveAs: names.variable('result') }),
    fields: [
      { kind: 'mcp-server', name: 'server', label: 'flowComponents.mcpTool.server' },
      {
        kind: 'text',
        name: 'tool',
        label: 'flowComponents.tool',
        description: 'flowComponents.mcpTool.toolHint',
      },
      values('arguments', 'flowComponents.arguments'),
      saveAs('flowComponents.saveAs.tool'),
    ],
    gives: ['text', 'data'],
  },
};
