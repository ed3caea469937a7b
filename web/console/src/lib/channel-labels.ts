import type { Channel } from '../api/derived-types.ts';
import type { ChannelConnection } from '../api/generated.ts';
import { type Labels, labelOf } from './label-of.ts';

/** Names of all conversation types of the API. Select fields list them in this order, the most used first. */
export const channelLabels: Labels<Channel> = {
  API: 'channels.api',
  WIDGET: 'channels.widget',
  EMBED: 'channels.embed',
  SHARE: 'channels.share',
  LIVE_CHAT_WIDGET_1: 'channels.liveChat',
  SPACE: 'channels.testChat',
  AI_SEARCH: 'channels.aiSearch',
  MESSAGING_APP_1_PROVIDER_1: 'channels.whatsAppMeta',
  MESSAGING_APP_1_PROVIDER_2: 'channels.whatsAppTwilio',
  MESSAGING_APP_2: 'channels.telegram',
  WORKPLACE_BOT_1: 'channels.workplaceBot',
  TEAM_CHAT_1: 'channels.slack',
  COMMUNITY_CHAT_1: 'channels.discord',
  CUSTOMER_SERVICE_APP_1: 'channels.customerService',
  AUTOMATION_TOOL_1: 'channels.automationTool',
};

/** Names of messaging platforms, as their makers write them. */
export const platformLabels: Labels<ChannelConnection['platform']> = {
  telegram: 'channels.telegram',
  slack: 'channels.slack',
  discord: 'channels.discord',
  whatsapp: 'channels.whatsAppMeta',
  'whatsapp-twilio': 'channels.whatsAppTwilio',
  feishu: 'channels.feishu',
  dingtalk: 'channels.dingTalk',
  'wechat-kf': 'channels.weChatCustomerService',
  automation: 'channels.automationTools',
  email: 'channels.email',
};

/** The platform has priority, because several platforms share a conversation type. */
export const channelName = (channel: string, platform: string | null = null): string =>
  platform === null ? labelOf(channelLabels, channel) : labelOf(platformLabels, platform);
