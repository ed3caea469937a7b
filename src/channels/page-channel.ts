import type { Agent } from '../agents/index.ts';

/** Channels whose pages the service shows itself. */
export const pageChannels = ['SHARE', 'EMBED', 'WIDGET', 'LIVE_CHAT_WIDGET_1'] as const;

export type PageChannel = (typeof pageChannels)[number];

const switches = {
  SHARE: 'share',
  EMBED: 'embed',
  WIDGET: 'widget',
  LIVE_CHAT_WIDGET_1: 'liveChat',
} as const satisfies Record<PageChannel, keyof Agent['settings']['channels']['enabled']>;

export const isSwitchedOn = ({ settings }: Agent, channel: PageChannel): boolean =>
  settings.channels.enabled[switches[channel]];
