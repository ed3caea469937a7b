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

/** As their makers write them, in every language. */
export const platformTitles: Readonly<Record<ChannelConnection['platform'], string>> = {
  telegram: 'Telegram',
  slack: 'Slack',
  discord: 'Discord',
  whatsapp: 'WhatsApp',
  'whatsapp-twilio': 'WhatsApp (Twilio)',
  feishu: 'Feishu / Lark',
  dingtalk: 'DingTalk',
  'wechat-kf': 'WeChat Customer Service (微信客服)',
  automation: 'n8n, Make, Zapier',
  email: 'E-mail',
};

const isPlatform = (platform: string): platform is ChannelConnection['platform'] =>
  Object.hasOwn(platformTitles, platform);

/** The platform has priority, because several platforms share a conversation type. */
export const channelName = (channel: string, platform: string | null = null): string =>
  platform !== null && isPlatform(platform) ? platformTitles[platform] : labelOf(channelLabels, channel);
