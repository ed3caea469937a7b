import type { Agent } from '../agents/index.ts';

/** Channels in which the service itself shows the user what a person says. */
const liveChannels: readonly string[] = ['WIDGET', 'EMBED', 'SHARE', 'LIVE_CHAT_WIDGET_1'];
/** Those in which the user is asked for an e-mail unless it was given beforehand. */
const askingChannels: readonly string[] = ['WIDGET', 'EMBED', 'SHARE'];

export const isLiveChannel = (channel: string): boolean => liveChannels.includes(channel);

export const asksForEmail = (channel: string): boolean => askingChannels.includes(channel);

/** Whether a person may answer a message sent this way: blocking and streaming calls stay with the agent. */
export const mayTakeOver = ({ mode, channel }: { mode: string; channel: string }): boolean =>
  mode === 'webhook' || isLiveChannel(channel);

export const hasHumanService = ({ settings: { humanService } }: Agent): boolean =>
  humanService.baseUrl !== null && !humanService.disabled;

/** Whether what a person says would find its way to the user. */
export const reachesUser = ({ settings: { webhook } }: Agent, channel: string): boolean =>
  isLiveChannel(channel) || webhook.url !== null;
