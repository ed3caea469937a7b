import type { Agent } from '../agents/index.ts';
import type { PageChannel } from './page-channels.ts';

const switches = {
  SHARE: 'share',
  EMBED: 'embed',
  WIDGET: 'widget',
  LIVE_CHAT_WIDGET_1: 'liveChat',
  AI_SEARCH: 'search',
} as const satisfies Record<PageChannel, keyof Agent['settings']['channels']['enabled']>;

export const isSwitchedOn = ({ settings }: Agent, channel: PageChannel): boolean =>
  settings.channels.enabled[switches[channel]];
