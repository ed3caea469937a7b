import MarkdownIt, { type Token } from 'markdown-it';
import { plainText, type RichText, type Span, type SpanStyle } from './rich-text.ts';

/** Longer replies are sent without formatting, because the time of the parser grows with the square of some inputs. */
const longestParsed = 30_000;
/** Wider tables do not fit a phone: their cells are separated, not aligned. */
const widestColumn = 24;

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });

const inlineStyles: Readonly<Record<string, SpanStyle>> = { strong: 'bold', em: 'italic', s: 'strike' };

/** The text grows in pieces: a long string that is read after each addition would be copied each time. */
interface Builder {
  pieces: string[];
  length: number;
  spans: Span[];
}

const newBuilder = (): Builder => ({ pieces: [], length: 0, spans: [] });

const textOf = ({ pieces }: Builder): string => pieces.join('');

const addText = (builder: Builder, text: string): void => {
  if (text === '') return;
  builder.pieces.push(text);
  builder.length += text.length;
};

const trimEnd = (builder: Builder): void => {
  for (let last = builder.pieces.pop(); last !== undefined; last = builder.pieces.pop()) {
    const trimmed = last.trimEnd();
    builder.length -= last.length - trimmed.length;
    if (trimmed !== '') {
      builder.pieces.push(trimmed);
      return;
    }
  }
};

/** Other schemes would be refused by platforms, or could do harm. */
const usableHref = (href: string | number | null): string | undefined =>
  typeof href === 'string' && /^(?:https?:\/\/|mailto:|tel:)/i.test(href) && href.length <= 2000
    ? href
    : undefined;

const addSpan = (builder: Builder, span: Span): void => {
  if (span.end > span.start) builder.spans.push(span);
};

const addInline = (builder: Builder, tokens: readonly Token[]): void => {
  const open: { start: number; tag: string; href?: string | undefined }[] = [];
  for (const token of tokens) {
    const start = builder.length;
    if (token.nesting === 1) open.push({ start, tag: token.tag, href: usableHref(token.attrGet('href')) });
    else if (token.nesting === -1) {
      const { start: from, tag, href } = open.pop() ?? { start, tag: '' };
      const style = inlineStyles[tag];
      const span = { start: from, end: start };
      if (style) addSpan(builder, { ...span, style });
      else if (tag === 'a' && href !== undefined) addSpan(builder, { ...span, style: 'link', href });
    } else if (token.type === 'code_inline') {
      addText(builder, token.content);
      addSpan(builder, { start, end: builder.length, style: 'code' });
    } else if (token.type === 'softbreak' || token.type === 'hardbreak') addText(builder, '\n');
    else if (token.type === 'image') {
      const href = usableHref(token.attrGet('src'));
      addText(builder, token.content || href || '');
      if (href !== undefined) addSpan(builder, { start, end: builder.length, style: 'link', href });
    } else addText(builder, token.content);
  }
};

const tableText = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.min(widestColumn, Math.max(...rows.map((row) => (row[column] ?? '').length))),
  );
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join(' | ')
        .trimEnd(),
    )
    .join('\n');
};

/** The cells of the table that starts at `first`, and the index of its last token. */
const readTable = (tokens: readonly Token[], first: number): { rows: string[][]; last: number } => {
  const rows: string[][] = [];
  for (let index = first; index < tokens.length; index += 1) {
    const { type, children } = tokens[index]!;
    if (type === 'table_close') return { rows, last: index };
    if (type === 'tr_open') rows.push([]);
    if (type === 'inline') {
      const cell = newBuilder();
      addInline(cell, children ?? []);
      rows.at(-1)?.push(textOf(cell).replaceAll('\n', ' '));
    }
  }
  return { rows, last: tokens.length - 1 };
};

/** Markdown of a model as text with formatting. Headings are bold, tables are code, images are links. */
export const fromMarkdown = (markdown: string): RichText => {
  if (markdown.length > longestParsed) return plainText(markdown);
  const tokens = parser.parse(markdown, {});
  const builder = newBuilder();
  const lists: { number: number | undefined }[] = [];
  const quotes: number[] = [];
  let heading: number | undefined;
  /** The text of a list item continues its bullet. */
  let isAfterBullet = false;

  const startBlock = (isTight: boolean): void => {
    if (isAfterBullet || builder.length === 0) return;
    trimEnd(builder);
    addText(builder, isTight ? '\n' : '\n\n');
  };
  const addBlock = (content: string, span: Omit<Span, 'start' | 'end'>): void => {
    startBlock(false);
    isAfterBullet = false;
    const start = builder.length;
    addText(builder, content);
    addSpan(builder, { ...span, start, end: builder.length });
  };

  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index]!;
    if (token.type === 'heading_open') {
      startBlock(false);
      heading = builder.length;
    } else if (token.type === 'heading_close' && heading !== undefined) {
      addSpan(builder, { start: heading, end: builder.length, style: 'bold' });
      heading = undefined;
    } else if (token.type === 'paragraph_open') startBlock(token.hidden);
    else if (token.type === 'inline') {
      addInline(builder, token.children ?? []);
      isAfterBullet = false;
    } else if (token.type === 'bullet_list_open') lists.push({ number: undefined });
    else if (token.type === 'ordered_list_open') lists.push({ number: Number(token.attrGet('start') ?? 1) });
    else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop();
    else if (token.type === 'list_item_open') {
      const list = lists.at(-1)!;
      const isFirst = tokens[index - 1]?.type.endsWith('_list_open') === true;
      isAfterBullet = false;
      startBlock(!isFirst || lists.length > 1);
      const mark = list.number === undefined ? '•' : `${list.number}.`;
      if (list.number !== undefined) list.number += 1;
      addText(builder, `${'  '.repeat(lists.length - 1)}${mark} `);
      isAfterBullet = true;
    } else if (token.type === 'blockquote_open') {
      startBlock(false);
      quotes.push(builder.length);
      isAfterBullet = true;
    } else if (token.type === 'blockquote_close') {
      isAfterBullet = false;
      addSpan(builder, { start: quotes.pop()!, end: builder.length, style: 'quote' });
    } else if (token.type === 'fence' || token.type === 'code_block') {
      const language = /^[\w+#.-]{1,32}/.exec(token.info)?.[0];
      addBlock(token.content.trimEnd(), { style: 'block', ...(language ? { language } : {}) });
    } else if (token.type === 'hr') {
      startBlock(false);
      addText(builder, '———');
    } else if (token.type === 'table_open') {
      const { rows, last } = readTable(tokens, index);
      addBlock(tableText(rows), { style: 'block' });
      index = last;
    }
  }
  return {
    text: textOf(builder).trimEnd(),
    spans: builder.spans.sort((one, other) => one.start - other.start || other.end - one.end),
  };
};
