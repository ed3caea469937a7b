/** The channels of the API, the most used first. */
const channels = [
  'API',
  'WIDGET',
  'EMBED',
  'SHARE',
  'SPACE',
  'AI_SEARCH',
  'MESSAGING_APP_1_PROVIDER_1',
  'MESSAGING_APP_1_PROVIDER_2',
  'MESSAGING_APP_2',
  'WORKPLACE_BOT_1',
  'TEAM_CHAT_1',
  'COMMUNITY_CHAT_1',
  'CUSTOMER_SERVICE_APP_1',
  'LIVE_CHAT_WIDGET_1',
  'AUTOMATION_TOOL_1',
];

export const channelOptions = [
  { value: '', label: 'All' },
  ...channels.map((channel) => ({ value: channel, label: channel })),
];
