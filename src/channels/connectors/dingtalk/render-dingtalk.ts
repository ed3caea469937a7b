import type { OutgoingFile, OutgoingReply } from '../connector.ts';
import { fromMarkdown } from '../text/from-markdown.ts';
import { splitRich } from '../text/split-rich.ts';
import { type Markup, toMarkup } from '../text/to-markup.ts';

/** One message: a text, a file that is uploaded first, or a link to a file that DingTalk does not accept. */
export type DingTalkCall =
  | { type: 'markdown'; title: string; text: string }
  | { type: 'image' | 'file' | 'link'; file: { fileId: string; name: string; mediaType: string } };

/** DingTalk advises at most 5,000 characters. */
const longestText = 5000;
const longestTitle = 60;
const fileEndings = /\.(?:xlsx|pdf|zip|rar|docx?)$/i;

const markdown: Markup = {
  // DingTalk documents no way to escape its marks. A line break needs two spaces before it.
  escape: (text) => text.replaceAll('\n', '  \n'),
  escapeCode: (text) => text.replaceAll('```', "'''"),
  quotePrefix: '> ',
  around: ({ style, href = '' }) => {
    switch (style) {
      case 'bold':
        return ['**', '**'];
      case 'italic':
        return ['*', '*'];
      case 'strike':
        return ['', ''];
      case 'code':
        return ['`', '`'];
      case 'block':
        return ['```\n', '\n```'];
      case 'quote':
        return ['> ', ''];
      case 'link':
        return ['[', `](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`];
    }
  },
};

/** What the list of chats and notifications show. */
const titleOf = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, longestTitle)
    .toWellFormed()
    .replace(/\ufffd$/, '');

export const toDingTalkMarkdown = (text: string): { title: string; text: string }[] =>
  splitRich(fromMarkdown(text), longestText, (part) => toMarkup(part, markdown).length).map((part) => ({
    title: titleOf(part.text),
    text: toMarkup(part, markdown),
  }));

const typeOf = ({ kind, name, mediaType }: OutgoingFile): 'image' | 'file' | 'link' => {
  if (kind === 'image' && /^image\/(?:jpeg|png|gif|bmp)$/.test(mediaType)) return 'image';
  return fileEndings.test(name) ? 'file' : 'link';
};

export const renderDingTalk = ({ text, choices = [], files = [] }: OutgoingReply): DingTalkCall[] => {
  const list = choices.map((choice) => `- ${choice}`).join('\n');
  return [
    ...toDingTalkMarkdown(list === '' ? text : `${text}\n\n${list}`).map(
      (part): DingTalkCall => ({ type: 'markdown', ...part }),
    ),
    ...files.map((file): DingTalkCall => {
      const { fileId, name, mediaType } = file;
      return { type: typeOf(file), file: { fileId, name, mediaType } };
    }),
  ];
};
