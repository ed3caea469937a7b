import type { OutgoingFile, OutgoingReply } from '../connector.ts';
import { fromMarkdown } from '../text/from-markdown.ts';
import type { RichText, Span } from '../text/rich-text.ts';
import { splitRich } from '../text/split-rich.ts';
import { type Markup, toMarkup } from '../text/to-markup.ts';

/** One message. A file is uploaded first. */
export type WeChatCall =
  | { msgtype: 'text'; text: { content: string } }
  | {
      msgtype: 'msgmenu';
      msgmenu: { head_content: string; list: { type: 'click'; click: { id: string; content: string } }[] };
    }
  | { msgtype: 'image' | 'voice' | 'file'; file: { fileId: string; name: string; mediaType: string } };

const longestTextBytes = 2048;
const longestHeadBytes = 1024;
const longestChoiceBytes = 128;
const mostChoices = 10;
const largestMediaBytes = 2 * 2 ** 20;

/** WeChat shows plain text only. */
const plain: Markup = {
  escape: (text) => text,
  escapeCode: (text) => text,
  quotePrefix: '> ',
  around: ({ style, href = '' }) => {
    if (style === 'link') return ['', ` (${href})`];
    return style === 'quote' ? ['> ', ''] : ['', ''];
  },
};

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

const isAddress = (text: string, { start, end, href = '' }: Span): boolean => {
  const shown = text.slice(start, end);
  return shown === href || href.replace(/^(?:https?:\/\/|mailto:|tel:)/i, '').replace(/\/$/, '') === shown;
};

/** Addresses that are written already are not repeated. */
const withoutOwnLinks = ({ text, spans }: RichText): RichText => ({
  text,
  spans: spans.filter((span) => span.style !== 'link' || !isAddress(text, span)),
});

const toTexts = (markdown: string): string[] => {
  const write = (part: RichText): string => toMarkup(part, plain);
  return splitRich(withoutOwnLinks(fromMarkdown(markdown)), longestTextBytes, (part) =>
    bytesOf(write(part)),
  ).map(write);
};

/** Up to ten short choices can be tapped. */
const isMenu = (text: string | undefined, choices: readonly string[]): text is string =>
  text !== undefined &&
  bytesOf(text) <= longestHeadBytes &&
  choices.length > 0 &&
  choices.length <= mostChoices &&
  choices.every((choice) => choice !== '' && bytesOf(choice) <= longestChoiceBytes);

const typeOf = ({ kind, mediaType, sizeBytes }: OutgoingFile): 'image' | 'voice' | 'file' => {
  if (sizeBytes > largestMediaBytes) return 'file';
  if (kind === 'image' && /^image\/(?:jpeg|png)$/.test(mediaType)) return 'image';
  return kind === 'audio' && mediaType === 'audio/amr' ? 'voice' : 'file';
};

export const renderWeChat = ({ text, choices = [], files = [] }: OutgoingReply): WeChatCall[] => {
  const texts = toTexts(text);
  const last = texts.at(-1);
  const hasMenu = isMenu(last, choices);
  const list = choices.map((choice) => `- ${choice}`).join('\n');
  const written = hasMenu || list === '' ? texts : toTexts(`${text}\n\n${list}`);
  const calls = written.map((content): WeChatCall => ({ msgtype: 'text', text: { content } }));
  if (hasMenu)
    calls[calls.length - 1] = {
      msgtype: 'msgmenu',
      msgmenu: {
        head_content: last,
        list: choices.map((content, index) => ({ type: 'click', click: { id: String(index), content } })),
      },
    };
  return [
    ...calls,
    ...files.map((file): WeChatCall => {
      const { fileId, name, mediaType } = file;
      return { msgtype: typeOf(file), file: { fileId, name, mediaType } };
    }),
  ];
};
