import type { OutgoingFile, OutgoingReply } from '../connector.ts';
import { fromMarkdown } from '../text/from-markdown.ts';
import type { RichText, Span } from '../text/rich-text.ts';
import { splitRich } from '../text/split-rich.ts';

/** One message. A file is uploaded first. */
export type FeishuCall =
  | { type: 'post'; content: object }
  | { type: 'image' | 'audio' | 'file'; file: { fileId: string; name: string; mediaType: string } };

interface PostElement {
  tag: 'text' | 'a' | 'code_block';
  text: string;
  href?: string;
  style?: string[];
  language?: string;
}

/** The request of a formatted text has at most 30 KB. */
const longestBytes = 28_000;
const largestImageBytes = 10 * 2 ** 20;

const textStyles: Readonly<Partial<Record<Span['style'], string>>> = {
  bold: 'bold',
  italic: 'italic',
  strike: 'lineThrough',
};

const codeLanguages: ReadonlySet<string> = new Set(
  'PYTHON C CPP GO JAVA KOTLIN SWIFT PHP RUBY RUST JAVASCRIPT TYPESCRIPT BASH SHELL SQL JSON XML YAML HTML THRIFT'.split(
    ' ',
  ),
);

/**
 * Paragraphs of elements. Feishu's Markdown has no way to escape its marks, and would let a reply mention everybody. Elements
 * contain plain text, so nothing in a reply is read as markup.
 */
const toParagraphs = ({ text, spans }: RichText): PostElement[][] => {
  const paragraphs: PostElement[][] = [[]];
  const open: Span[] = [];
  let at = 0;

  const add = (element: PostElement): void => void paragraphs.at(-1)!.push(element);
  const addLine = (line: string): void => {
    const isQuote = open.some(({ style }) => style === 'quote');
    if (isQuote && paragraphs.at(-1)!.length === 0) add({ tag: 'text', text: '> ' });
    if (line === '') return;
    const isCode = open.some(({ style }) => style === 'code');
    const href = open.find((span) => span.style === 'link')?.href;
    const style = [...new Set(open.flatMap((span) => textStyles[span.style] ?? []))];
    const isLink = href !== undefined && /^https?:/i.test(href);
    add({
      tag: isLink ? 'a' : 'text',
      text: isCode ? `\`${line}\`` : line,
      ...(isLink ? { href } : {}),
      ...(style.length === 0 ? {} : { style }),
    });
  };
  const writeTo = (end: number): void => {
    const piece = text.slice(at, end);
    at = end;
    const block = open.find(({ style }) => style === 'block');
    if (piece === '') return;
    if (block) {
      const language = block.language?.toUpperCase() ?? '';
      const element: PostElement = {
        tag: 'code_block',
        text: piece,
        ...(codeLanguages.has(language) ? { language } : {}),
      };
      if (paragraphs.at(-1)!.length === 0) add(element);
      else paragraphs.push([element]);
      return;
    }
    const [first = '', ...more] = piece.split('\n');
    addLine(first);
    for (const line of more) {
      paragraphs.push([]);
      addLine(line);
    }
  };
  const closeUntil = (position: number): void => {
    while (open.length > 0 && open.at(-1)!.end <= position) {
      writeTo(open.at(-1)!.end);
      open.pop();
    }
  };
  for (const span of spans) {
    closeUntil(span.start);
    writeTo(span.start);
    open.push(span);
  }
  closeUntil(text.length);
  writeTo(text.length);
  // An empty line between paragraphs.
  return paragraphs.map((elements) => (elements.length === 0 ? [{ tag: 'text', text: ' ' }] : elements));
};

const toPost = (part: RichText): object => ({ zh_cn: { title: '', content: toParagraphs(part) } });

/** The content is JSON inside of the JSON of the request. */
const bytesOf = (part: RichText): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(toPost(part))), 'utf8');

const typeOf = ({ kind, mediaType, sizeBytes }: OutgoingFile): 'image' | 'audio' | 'file' => {
  if (
    kind === 'image' &&
    /^image\/(?:jpeg|png|webp|gif|bmp|tiff|heic)$/.test(mediaType) &&
    sizeBytes <= largestImageBytes
  )
    return 'image';
  // Feishu plays only Opus as voice.
  return kind === 'audio' && /^audio\/(?:ogg|opus)/.test(mediaType) ? 'audio' : 'file';
};

export const renderFeishu = ({ text, choices = [], files = [] }: OutgoingReply): FeishuCall[] => {
  const list = choices.map((choice) => `- ${choice}`).join('\n');
  const rich = fromMarkdown(list === '' ? text : `${text}\n\n${list}`);
  return [
    ...splitRich(rich, longestBytes, bytesOf).map(
      (part): FeishuCall => ({ type: 'post', content: toPost(part) }),
    ),
    ...files.map((file): FeishuCall => {
      const { fileId, name, mediaType } = file;
      return { type: typeOf(file), file: { fileId, name, mediaType } };
    }),
  ];
};
