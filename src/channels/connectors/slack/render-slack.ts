import type { InboundMessage, OutgoingReply } from '../connector.ts';
import { fromMarkdown } from '../text/from-markdown.ts';
import { splitRich } from '../text/split-rich.ts';
import { type Markup, toMarkup } from '../text/to-markup.ts';

/** One call of the Web API, or the upload of a file, which takes three. */
export type SlackCall =
  | { method: 'chat.postMessage'; parameters: Record<string, unknown> }
  | {
      method: 'files.completeUploadExternal';
      parameters: Record<string, unknown>;
      file: { fileId: string; name: string };
    };

/** Slack recommends at most 4,000 characters, and cuts texts above 40,000. */
const longestText = 4000;

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const mrkdwn: Markup = {
  escape: escapeText,
  escapeCode: escapeText,
  quotePrefix: '> ',
  around: ({ style, href = '' }) => {
    switch (style) {
      case 'bold':
        return ['*', '*'];
      case 'italic':
        return ['_', '_'];
      case 'strike':
        return ['~', '~'];
      case 'code':
        return ['`', '`'];
      case 'block':
        return ['```\n', '\n```'];
      case 'quote':
        return ['> ', ''];
      case 'link':
        return [`<${escapeText(href).replaceAll('|', '%7C')}|`, '>'];
    }
  },
};

export const renderSlack = (
  { text, choices = [], files = [] }: OutgoingReply,
  { channel, threadTs }: InboundMessage['address'],
): SlackCall[] => {
  const thread = threadTs == null ? {} : { thread_ts: threadTs };
  // Proposed answers are a list: buttons would need another URL and another permission.
  const offered =
    choices.length === 0 ? text : `${text}\n\n${choices.map((choice) => `- ${choice}`).join('\n')}`;
  const parts = splitRich(fromMarkdown(offered), longestText, (part) => toMarkup(part, mrkdwn).length);
  return [
    ...parts.map(
      (part): SlackCall => ({
        method: 'chat.postMessage',
        parameters: {
          channel,
          ...thread,
          text: toMarkup(part, mrkdwn),
          unfurl_links: false,
          unfurl_media: false,
        },
      }),
    ),
    ...files.map(
      ({ fileId, name }): SlackCall => ({
        method: 'files.completeUploadExternal',
        parameters: { channel_id: channel, ...thread },
        file: { fileId, name },
      }),
    ),
  ];
};
