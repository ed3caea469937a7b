import type { InboundMessage, OutgoingFile, OutgoingReply } from '../connector.ts';
import { fromMarkdown } from '../text/from-markdown.ts';
import type { RichText, Span } from '../text/rich-text.ts';
import { splitRich } from '../text/split-rich.ts';

/** One call of the Bot API. */
export interface TelegramCall {
  method: string;
  parameters: Record<string, unknown>;
  /** Uploaded as this parameter. */
  file?: { parameter: string; fileId: string; name: string; mediaType: string };
}

/** In UTF-16 code units. */
const longestText = 4096;
const mostEntities = 100;
const mostChoices = 20;
const longestChoice = 100;
const largestPhotoBytes = 10 * 2 ** 20;

const entityTypes: Readonly<Record<Span['style'], string>> = {
  bold: 'bold',
  italic: 'italic',
  strike: 'strikethrough',
  code: 'code',
  block: 'pre',
  quote: 'blockquote',
  link: 'text_link',
};

const isCode = ({ style }: Span): boolean => style === 'code' || style === 'block';
const overlaps = (one: Span, other: Span): boolean => one.start < other.end && other.start < one.end;

/** Telegram accepts no other formatting around or inside of code, and no quotation in a quotation. */
const entitiesOf = ({ spans }: RichText) => {
  const first = spans.slice(0, 3 * mostEntities);
  const codes = first.filter(isCode);
  let quoteEnd = 0;
  return first
    .filter((span) => {
      if (isCode(span)) return true;
      if (codes.some((code) => overlaps(span, code))) return false;
      if (span.style !== 'quote') return true;
      if (span.start < quoteEnd) return false;
      quoteEnd = span.end;
      return true;
    })
    .slice(0, mostEntities)
    .map(({ start, end, style, href, language }) => ({
      type: entityTypes[style],
      offset: start,
      length: end - start,
      ...(href === undefined ? {} : { url: href }),
      ...(language === undefined ? {} : { language }),
    }));
};

const destinationOf = ({ chatId, threadId, replyTo }: InboundMessage['address']) => ({
  chat_id: chatId,
  ...(threadId == null ? {} : { message_thread_id: threadId }),
  ...(replyTo == null
    ? {}
    : { reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }),
});

const fileMethods = {
  photo: 'sendPhoto',
  voice: 'sendVoice',
  audio: 'sendAudio',
  document: 'sendDocument',
} as const;

const methodOf = ({ kind, mediaType, sizeBytes }: OutgoingFile): keyof typeof fileMethods => {
  if (kind === 'image' && /^image\/(?:jpeg|png|webp)$/.test(mediaType) && sizeBytes <= largestPhotoBytes)
    return 'photo';
  if (kind !== 'audio') return 'document';
  if (/^audio\/(?:ogg|opus)/.test(mediaType)) return 'voice';
  return /^audio\/(?:mpeg|mp4|x-m4a|m4a|aac)/.test(mediaType) ? 'audio' : 'document';
};

export const renderTelegram = (
  { text, choices = [], files = [] }: OutgoingReply,
  address: InboundMessage['address'],
): TelegramCall[] => {
  const destination = destinationOf(address);
  const calls: TelegramCall[] = splitRich(fromMarkdown(text), longestText).map((part) => {
    const entities = entitiesOf(part);
    return {
      method: 'sendMessage',
      parameters: {
        ...destination,
        text: part.text,
        ...(entities.length === 0 ? {} : { entities }),
        link_preview_options: { is_disabled: true },
      },
    };
  });
  for (const file of files) {
    const parameter = methodOf(file);
    const { fileId, name, mediaType } = file;
    calls.push({
      method: fileMethods[parameter],
      parameters: { ...destination },
      file: { parameter, fileId, name, mediaType },
    });
  }
  const last = calls.at(-1);
  if (last && choices.length > 0)
    last.parameters.reply_markup = {
      keyboard: choices.slice(0, mostChoices).map((choice) => [{ text: choice.slice(0, longestChoice) }]),
      one_time_keyboard: true,
      resize_keyboard: true,
      selective: true,
    };
  return calls;
};
