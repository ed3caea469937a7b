import type { Agent } from '../../agents/index.ts';
import { languageCandidates } from '../../lib/language/language-tags.ts';
import type { NewMail } from '../../mail/index.ts';
import type { HumanMessage, HumanSessionRow } from '../human-session.ts';
import { replyMailTexts } from './reply-mail-texts.ts';

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const linkTo = (url: string, text: string): string =>
  `<p><a href="${escapeHtml(url)}">${escapeHtml(text)}</a></p>`;

interface ReplyMail {
  agent: Agent;
  session: HumanSessionRow;
  message: HumanMessage;
  files: readonly { name: string; url: string }[];
  languages: readonly string[];
  /** Public URL of the service. */
  baseUrl: string;
  /** Whether somebody reads answers to the e-mail. */
  readsAnswers: boolean;
}

/**
 * The e-mail with the reply to a left message. It contains nothing that the user wrote: whoever enters another person's address must
 * not choose what that person gets.
 */
export const replyMail = ({
  agent,
  session,
  message,
  files,
  languages,
  baseUrl,
  readsAnswers,
}: ReplyMail): NewMail | undefined => {
  if (session.left_email === null) return undefined;
  const tag = languages
    .flatMap(languageCandidates)
    .find((candidate) => Object.hasOwn(replyMailTexts, candidate));
  const texts = replyMailTexts[tag ?? 'en']!;
  const subject = texts.subject.replace('{name}', () => agent.name);
  const link = session.channel === 'SHARE' ? `${baseUrl}/share/${agent.id}` : undefined;
  const footer = [
    texts.why.replace('{name}', () => agent.name),
    ...(readsAnswers ? [] : [texts.doNotAnswer]),
  ].join(' ');
  return {
    workspaceId: session.workspace_id,
    kind: 'reply',
    conversationId: session.conversation_id,
    humanMessageId: message.messageId,
    senderName: agent.name,
    to: session.left_email,
    subject,
    text: [
      ...(message.text === '' ? [] : [message.text]),
      ...files.map(({ name, url }) => `${name}: ${url}`),
      ...(link === undefined ? [] : [`${texts.open} ${link}`]),
      `-- \n${footer}`,
    ].join('\n\n'),
    html: [
      `<p style="white-space: pre-wrap">${escapeHtml(message.text)}</p>`,
      ...files.map(({ name, url }) => linkTo(url, name)),
      ...(link === undefined ? [] : [linkTo(link, texts.open)]),
      `<p style="color: #666">${escapeHtml(footer)}</p>`,
    ].join('\n'),
  };
};
