import type { InboundMessage, OutgoingReply } from '../connector.ts';
import { fromMarkdown } from '../text/from-markdown.ts';
import type { RichText } from '../text/rich-text.ts';
import { splitRich } from '../text/split-rich.ts';
import { type Markup, toMarkup } from '../text/to-markup.ts';

/** One message. */
export interface DiscordCall {
  content: string;
  components?: object[];
  file?: { fileId: string; name: string; mediaType: string };
  /** The first message of a reply replaces the deferred response. */
  isFirst: boolean;
  to: InboundMessage['address'];
}

/** Discord accepts 2,000. The rest is for the name of the addressee, see `discord.ts`. */
const longestText = 1970;
const mostChoices = 25;
const choicesInRow = 5;
const longestLabel = 80;
const longestCustomId = 100;

const linkPattern = /https?:\/\/\S+/g;

/** A backslash before punctuation shows it as it is. Addresses are left alone, because the backslash would become part of them. */
const escapeText = (text: string): string => {
  const escapePart = (part: string): string =>
    part.replace(/[\\*_~`|<[\]]/g, '\\$&').replace(/^([ \t]{0,20}(?:-[ \t]{0,20})?)([#>])/gm, '$1\\$2');
  let result = '';
  let at = 0;
  for (const { 0: link, index } of text.matchAll(linkPattern)) {
    result += escapePart(text.slice(at, index)) + link;
    at = index + link.length;
  }
  return result + escapePart(text.slice(at));
};

/** Backticks that would end the code are separated by a character without width, or by a space at the ends. */
const escapeCode = (text: string): string =>
  text
    .replace(/`{2,}/g, (run) => [...run].join('\u200b'))
    .replace(/^`/, ' `')
    .replace(/`$/, '` ');

const escapeHref = (href: string): string =>
  href.replace(/[()<>\s\\]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`);

const discordMarkdown: Markup = {
  escape: escapeText,
  escapeCode,
  quotePrefix: '> ',
  around: ({ style, href = '', language = '' }) => {
    switch (style) {
      case 'bold':
        return ['**', '**'];
      case 'italic':
        return ['*', '*'];
      case 'strike':
        return ['~~', '~~'];
      case 'code':
        return ['``', '``'];
      case 'block':
        return [`\`\`\`${language}\n`, '\n```'];
      case 'quote':
        return ['> ', ''];
      case 'link':
        return ['[', `](${escapeHref(href)})`];
    }
  },
};

/** Discord shows a link whose text is an address as it is written, with brackets. */
const withoutBareLinks = ({ text, spans }: RichText): RichText => ({
  text,
  spans: spans.filter(
    ({ style, start, end }) => style !== 'link' || !/https?:\/\//.test(text.slice(start, end)),
  ),
});

const write = (part: RichText): string => toMarkup(withoutBareLinks(part), discordMarkdown);

/** Without half of a character at the end. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

const rowsOf = (choices: readonly string[]): object[] => {
  const buttons = choices.slice(0, mostChoices).map((choice, index) => ({
    type: 2,
    style: 2,
    label: cut(choice, longestLabel),
    // Contains the whole choice, because a label is shorter. The number makes it unique.
    custom_id: cut(`${index}:${choice}`, longestCustomId),
  }));
  const rows: object[] = [];
  for (let at = 0; at < buttons.length; at += choicesInRow)
    rows.push({ type: 1, components: buttons.slice(at, at + choicesInRow) });
  return rows;
};

/** The choice of a button. */
export const choiceOf = (customId: string): string => customId.replace(/^\d+:/, '');

export const renderDiscord = (
  { text, choices = [], files = [] }: OutgoingReply,
  address: InboundMessage['address'],
): DiscordCall[] => {
  const parts = splitRich(fromMarkdown(text), longestText, (part) => write(part).length);
  const calls: DiscordCall[] = [
    ...parts.map((part) => ({ content: write(part), isFirst: false, to: address })),
    ...files.map(({ fileId, name, mediaType }) => ({
      content: '',
      file: { fileId, name, mediaType },
      isFirst: false,
      to: address,
    })),
  ];
  const usable = choices.filter((choice) => choice.trim() !== '');
  const first = calls[0];
  const last = calls.at(-1);
  if (first) first.isFirst = true;
  if (last && usable.length > 0) last.components = rowsOf(usable);
  return calls;
};
