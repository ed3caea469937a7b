import type { Agent } from '../agents/index.ts';
import { isConnectorChannel } from '../channels/index.ts';
import { testChannels } from '../lib/test-chat-channel.ts';

/** Channels in which the service itself shows a person's messages to the user. */
const liveChannels: readonly string[] = [
  'WIDGET',
  'EMBED',
  'SHARE',
  'LIVE_CHAT_WIDGET_1',
  'AI_SEARCH',
  ...testChannels,
];
/** Channels in which the user is asked for an e-mail address, unless it is preset. */
const askingChannels: readonly string[] = ['WIDGET', 'EMBED', 'SHARE', 'AI_SEARCH'];

export const isLiveChannel = (channel: string): boolean => liveChannels.includes(channel);

export const asksForEmail = (channel: string): boolean => askingChannels.includes(channel);

/** Whether a person may answer a message sent in this way: the agent answers blocking and streaming calls. */
export const mayTakeOver = ({ mode, channel }: { mode: string; channel: string }): boolean =>
  mode === 'webhook' || isLiveChannel(channel) || isConnectorChannel(channel);

export const hasHumanService = ({ settings: { humanService } }: Agent): boolean =>
  humanService.type === 'inbox' || (humanService.baseUrl !== null && !humanService.disabled);

/** Whether a person's messages can reach the user. */
export const reachesUser = ({ settings: { webhook } }: Agent, channel: string): boolean =>
  isLiveChannel(channel) || isConnectorChannel(channel) || webhook.url !== null;
