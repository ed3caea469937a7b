import type { Digest } from './digest-of.ts';
import type { NotificationKind } from './notification-store.ts';

interface DigestTexts {
  subject: string;
  lines: Record<NotificationKind, (count: number) => string>;
  open: string;
  settings: string;
}

const texts: Record<'en' | 'zh-Hans', DigestTexts> = {
  en: {
    subject: 'People need a reply',
    lines: {
      waiting: (count) =>
        count === 1 ? '1 person is waiting for a reply.' : `${count} people are waiting for a reply.`,
      assigned: (count) =>
        count === 1 ? '1 session was assigned to you.' : `${count} sessions were assigned to you.`,
      mentioned: (count) =>
        count === 1 ? 'You were mentioned in 1 session.' : `You were mentioned in ${count} sessions.`,
      replied: (count) =>
        count === 1 ? 'A user replied in 1 of your sessions.' : `Users replied in ${count} of your sessions.`,
      missed: (count) => (count === 1 ? '1 person was not answered.' : `${count} people were not answered.`),
    },
    open: 'Open Frontdesk:',
    settings: 'To change or end these e-mails, open your account in Frontdesk:',
  },
  'zh-Hans': {
    subject: '有用户需要回复',
    lines: {
      waiting: (count) => `${count} 位用户正在等待回复。`,
      assigned: (count) => `${count} 个会话已分配给您。`,
      mentioned: (count) => `您在 ${count} 个会话中被提及。`,
      replied: (count) => `用户在您的 ${count} 个会话中回复了。`,
      missed: (count) => `${count} 位用户未得到回复。`,
    },
    open: '打开 Frontdesk：',
    settings: '要更改或停止这些邮件，请打开您在 Frontdesk 中的账户：',
  },
};

const order: NotificationKind[] = ['waiting', 'assigned', 'mentioned', 'replied', 'missed'];

/** Only numbers and links: what users wrote stays in the service. */
export const digestMail = (
  digest: Digest,
  { language, inboxUrl, accountUrl }: { language: string | null; inboxUrl: string; accountUrl: string },
): { subject: string; text: string; html: string } => {
  const { subject, lines, open, settings } = texts[language === 'zh-Hans' ? 'zh-Hans' : 'en'];
  const shown = order.filter((kind) => digest[kind] > 0).map((kind) => lines[kind](digest[kind]));
  const link = (url: string) => `<a href="${encodeURI(url)}">${url}</a>`;
  return {
    subject,
    text: `${shown.join('\n')}\n\n${open} ${inboxUrl}\n\n${settings} ${accountUrl}\n`,
    html: `<p>${shown.join('<br>')}</p><p>${open} ${link(inboxUrl)}</p><p>${settings} ${link(accountUrl)}</p>`,
  };
};
