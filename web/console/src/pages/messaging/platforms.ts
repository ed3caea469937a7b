import type { ChannelConnection } from '../../api/generated.ts';
import type { LabelKey } from '../../messages/translate.ts';

export type Platform = ChannelConnection['platform'];

interface PlatformField {
  /** As the connector of the platform names it. */
  name: string;
  label: LabelKey;
  hint?: LabelKey;
  placeholder?: string;
  isSecret: boolean;
  /** Values to choose from, the first one by default. Names of products are the same in every language. */
  options?: readonly { value: string; label: string }[];
  /** A switch with the values `on` and `off`: its state if nothing was chosen. */
  isOnByDefault?: boolean;
}

/** Whether replies are shown while they are being written. */
const streaming = (isOnByDefault: boolean, hint: LabelKey): PlatformField => ({
  name: 'streaming',
  label: 'messaging.streaming',
  hint,
  isSecret: false,
  isOnByDefault,
});

interface PlatformSetUp {
  /** What the operator does on the platform before the fields can be filled in. */
  steps: readonly LabelKey[];
  fields: readonly PlatformField[];
  /** What remains to be done on the platform with the URL. Absent: the service registers the URL itself. */
  urlHint?: LabelKey;
  /** The service asks for messages. */
  hasNoUrl?: boolean;
  /** Secrets that the service creates and shows once: by name, as the connector names them. The first is the most important. */
  secrets?: readonly { name: string; label: LabelKey }[];
}

/** Every platform, in the order of the select field. */
export const platforms: Readonly<Record<Platform, PlatformSetUp>> = {
  telegram: {
    steps: ['messaging.telegram.step1', 'messaging.telegram.step2', 'messaging.telegram.step3'],
    fields: [
      {
        name: 'botToken',
        label: 'messaging.telegram.botToken',
        hint: 'messaging.secretHint',
        placeholder: '123456789:AA…',
        isSecret: true,
      },
      streaming(true, 'messaging.telegram.streamingHint'),
    ],
  },
  slack: {
    steps: ['messaging.slack.step1', 'messaging.slack.step2', 'messaging.slack.step3'],
    fields: [
      {
        name: 'botToken',
        label: 'messaging.slack.botToken',
        hint: 'messaging.secretHint',
        placeholder: 'xoxb-…',
        isSecret: true,
      },
      {
        name: 'signingSecret',
        label: 'messaging.slack.signingSecret',
        hint: 'messaging.secretHint',
        isSecret: true,
      },
      streaming(false, 'messaging.slack.streamingHint'),
    ],
    urlHint: 'messaging.slack.urlHint',
  },
  discord: {
    steps: [
      'messaging.discord.step1',
      'messaging.discord.step2',
      'messaging.discord.step3',
      'messaging.discord.step4',
    ],
    fields: [
      {
        name: 'botToken',
        label: 'messaging.discord.botToken',
        hint: 'messaging.secretHint',
        isSecret: true,
      },
      streaming(true, 'messaging.streamingHint'),
    ],
  },
  whatsapp: {
    steps: [
      'messaging.whatsapp.step1',
      'messaging.whatsapp.step2',
      'messaging.whatsapp.step3',
      'messaging.whatsapp.step4',
    ],
    fields: [
      {
        name: 'phoneNumberId',
        label: 'messaging.whatsapp.phoneNumberId',
        placeholder: '106540352242922',
        isSecret: false,
      },
      {
        name: 'accessToken',
        label: 'messaging.whatsapp.accessToken',
        hint: 'messaging.secretHint',
        placeholder: 'EAA…',
        isSecret: true,
      },
      {
        name: 'appSecret',
        label: 'messaging.whatsapp.appSecret',
        hint: 'messaging.secretHint',
        isSecret: true,
      },
      {
        name: 'verifyToken',
        label: 'messaging.whatsapp.verifyToken',
        hint: 'messaging.whatsapp.verifyTokenHint',
        isSecret: true,
      },
      {
        name: 'templateName',
        label: 'messaging.whatsapp.templateName',
        hint: 'messaging.whatsapp.templateNameHint',
        placeholder: 'follow_up',
        isSecret: false,
      },
      {
        name: 'templateLanguage',
        label: 'messaging.whatsapp.templateLanguage',
        placeholder: 'en_US',
        isSecret: false,
      },
    ],
    urlHint: 'messaging.whatsapp.urlHint',
  },
  'whatsapp-twilio': {
    steps: ['messaging.twilio.step1', 'messaging.twilio.step2'],
    fields: [
      { name: 'accountSid', label: 'messaging.twilio.accountSid', placeholder: 'AC…', isSecret: false },
      {
        name: 'authToken',
        label: 'messaging.twilio.authToken',
        hint: 'messaging.secretHint',
        isSecret: true,
      },
      { name: 'number', label: 'messaging.twilio.number', placeholder: '+14155238886', isSecret: false },
      {
        name: 'contentSid',
        label: 'messaging.twilio.contentSid',
        hint: 'messaging.twilio.contentSidHint',
        placeholder: 'HX…',
        isSecret: false,
      },
    ],
    urlHint: 'messaging.twilio.urlHint',
  },
  feishu: {
    steps: [
      'messaging.feishu.step1',
      'messaging.feishu.step2',
      'messaging.feishu.step3',
      'messaging.feishu.step4',
    ],
    fields: [
      {
        name: 'region',
        label: 'messaging.feishu.region',
        isSecret: false,
        options: [
          { value: 'feishu', label: 'Feishu (open.feishu.cn)' },
          { value: 'lark', label: 'Lark (open.larksuite.com)' },
        ],
      },
      { name: 'appId', label: 'messaging.feishu.appId', placeholder: 'cli_…', isSecret: false },
      {
        name: 'appSecret',
        label: 'messaging.feishu.appSecret',
        hint: 'messaging.secretHint',
        isSecret: true,
      },
      {
        name: 'encryptKey',
        label: 'messaging.feishu.encryptKey',
        hint: 'messaging.secretHint',
        isSecret: true,
      },
      {
        name: 'verificationToken',
        label: 'messaging.feishu.verificationToken',
        hint: 'messaging.secretHint',
        isSecret: true,
      },
    ],
    urlHint: 'messaging.feishu.urlHint',
  },
  dingtalk: {
    steps: ['messaging.dingtalk.step1', 'messaging.dingtalk.step2', 'messaging.dingtalk.step3'],
    fields: [
      { name: 'clientId', label: 'messaging.dingtalk.clientId', placeholder: 'ding…', isSecret: false },
      {
        name: 'clientSecret',
        label: 'messaging.dingtalk.clientSecret',
        hint: 'messaging.secretHint',
        isSecret: true,
      },
      {
        name: 'robotCode',
        label: 'messaging.dingtalk.robotCode',
        hint: 'messaging.dingtalk.robotCodeHint',
        placeholder: 'ding…',
        isSecret: false,
      },
    ],
    urlHint: 'messaging.dingtalk.urlHint',
  },
  'wechat-kf': {
    steps: ['messaging.wechat.step1', 'messaging.wechat.step2', 'messaging.wechat.step3'],
    fields: [
      { name: 'corpId', label: 'messaging.wechat.corpId', placeholder: 'ww…', isSecret: false },
      { name: 'openKfId', label: 'messaging.wechat.openKfId', placeholder: 'wk…', isSecret: false },
      { name: 'secret', label: 'messaging.wechat.secret', hint: 'messaging.secretHint', isSecret: true },
      { name: 'token', label: 'messaging.wechat.token', hint: 'messaging.secretHint', isSecret: true },
      {
        name: 'encodingAesKey',
        label: 'messaging.wechat.encodingAesKey',
        hint: 'messaging.secretHint',
        isSecret: true,
      },
    ],
    urlHint: 'messaging.wechat.urlHint',
  },
  automation: {
    steps: ['messaging.automation.step1', 'messaging.automation.step2', 'messaging.automation.step3'],
    fields: [
      {
        name: 'callbackUrl',
        label: 'messaging.automation.callbackUrl',
        hint: 'messaging.automation.callbackUrlHint',
        placeholder: 'https://n8n.example.com/webhook/…',
        isSecret: false,
      },
    ],
    urlHint: 'messaging.automation.urlHint',
    secrets: [
      { name: 'hookKey', label: 'messaging.automation.hookKey' },
      { name: 'signingSecret', label: 'messaging.automation.signingSecret' },
    ],
  },
  email: {
    steps: ['messaging.email.step1', 'messaging.email.step2', 'messaging.email.step3'],
    fields: [
      { name: 'address', label: 'messaging.email.address', placeholder: 'help@example.com', isSecret: false },
      { name: 'password', label: 'messaging.email.password', hint: 'messaging.secretHint', isSecret: true },
      {
        name: 'imapHost',
        label: 'messaging.email.imapHost',
        placeholder: 'imap.example.com',
        isSecret: false,
      },
      { name: 'imapPort', label: 'messaging.email.imapPort', placeholder: '993', isSecret: false },
      {
        name: 'smtpHost',
        label: 'messaging.email.smtpHost',
        placeholder: 'smtp.example.com',
        isSecret: false,
      },
      {
        name: 'smtpPort',
        label: 'messaging.email.smtpPort',
        hint: 'messaging.email.smtpPortHint',
        placeholder: '465',
        isSecret: false,
      },
      { name: 'user', label: 'messaging.email.user', hint: 'messaging.email.userHint', isSecret: false },
      {
        name: 'senderName',
        label: 'messaging.email.senderName',
        hint: 'messaging.email.senderNameHint',
        isSecret: false,
      },
      { name: 'folder', label: 'messaging.email.folder', placeholder: 'INBOX', isSecret: false },
      {
        name: 'authServer',
        label: 'messaging.email.authServer',
        hint: 'messaging.email.authServerHint',
        placeholder: 'mx.example.com',
        isSecret: false,
      },
    ],
    hasNoUrl: true,
  },
};
