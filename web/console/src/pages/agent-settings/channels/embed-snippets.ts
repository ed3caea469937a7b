interface Place {
  /** Of the service, as visitors see it. */
  origin: string;
  agentId: string;
}

export const shareAddress = ({ origin, agentId }: Place): string => `${origin}/share/${agentId}`;

export const searchAddress = ({ origin, agentId }: Place): string => `${origin}/search/${agentId}`;

export const searchSnippet = ({ origin, agentId }: Place): string =>
  [
    '<frontdesk-search></frontdesk-search>',
    '<script async',
    `  src="${origin}/search.js"`,
    `  data-agent="${agentId}">`,
    '</script>',
  ].join('\n');

export const iframeSnippet = ({ origin, agentId }: Place): string =>
  [
    '<iframe',
    `  src="${origin}/embed/${agentId}"`,
    '  title="Chat" width="400" height="640"',
    '  style="border: 0" allow="microphone; clipboard-write">',
    '</iframe>',
  ].join('\n');

export const widgetSnippet = ({ origin, agentId, channel }: Place & { channel?: string }): string =>
  [
    '<script async',
    `  src="${origin}/widget.js"`,
    `  data-agent="${agentId}"${channel === undefined ? '' : `\n  data-channel="${channel}"`}>`,
    '</script>',
  ].join('\n');

/** For sites that are built with npm packages. */
export const packageSnippet = ({ origin, agentId }: Place): string =>
  [
    "import { loadWidget } from '@frontdesk/widget';",
    '',
    'const widget = await loadWidget({',
    `  baseUrl: '${origin}',`,
    `  agent: '${agentId}',`,
    '});',
  ].join('\n');
