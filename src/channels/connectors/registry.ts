import { automation } from './automation/automation.ts';
import type { Connector } from './connector.ts';
import { dingTalk } from './dingtalk/dingtalk.ts';
import { discord } from './discord/discord.ts';
import { email } from './email/email.ts';
import { feishu } from './feishu/feishu.ts';
import { slack } from './slack/slack.ts';
import { telegram } from './telegram/telegram.ts';
import { weChatKf } from './wechat-kf/wechat-kf.ts';
import { whatsAppTwilio } from './whatsapp/twilio.ts';
import { whatsApp } from './whatsapp/whatsapp.ts';

/** Every platform. To add one, write its folder and add it here. */
export const connectors: readonly Connector[] = [
  telegram,
  slack,
  discord,
  whatsApp,
  whatsAppTwilio,
  feishu,
  dingTalk,
  weChatKf,
  automation,
  email,
];

const byPlatform = new Map(connectors.map((connector) => [connector.platform, connector]));
const channels = new Set<string>(connectors.map(({ conversationType }) => conversationType));

export const findConnector = (platform: string): Connector | undefined => byPlatform.get(platform);

/** Whether conversations of this type are with people on a messaging platform. */
export const isConnectorChannel = (channel: string): boolean => channels.has(channel);
