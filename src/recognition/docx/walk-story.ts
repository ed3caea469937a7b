import { Parser } from 'htmlparser2';
import { linkReference } from '../markdown/link-reference.ts';
import { pageBreak } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import type { ListMarks } from './read-numbering.ts';
import { levelOfOutline, type ParagraphStyle } from './read-styles.ts';
import type { Block, StoryWriter } from './story-writer.ts';

export interface StoryContext {
  styles: ReadonlyMap<string, ParagraphStyle>;
  lists: ListMarks;
  /** Addresses of hyperlinks by relation id. */
  links: ReadonlyMap<string, string>;
  /** Text of foot- and endnotes by `footnote-1`, `endnote-1`. */
  notes: ReadonlyMap<string, string>;
}

interface Paragraph {
  text: string;
  style: ParagraphStyle | undefined;
  outlineLevel: number | undefined;
  numberingId: string | undefined;
  listLevel: number | undefined;
}

/** Parts of the tree that repeat or were deleted: moved text, and the copy of a drawing for older readers. */
const skipped = new Set([
  'moveFrom',
  'Fallback',
  'del',
  'instrText',
  'delText',
  'tabs',
  'pPrChange',
  'rPrChange',
  'sectPr',
]);
const maxDepth = 2_000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const isOn = (value: string | undefined): boolean => value !== '0' && value !== 'false' && value !== 'off';

const newParagraph = (): Paragraph => ({
  text: '',
  style: undefined,
  outlineLevel: undefined,
  numberingId: undefined,
  listLevel: undefined,
});

/** A number that is not valid in a Markdown list is written after a bullet. */
const itemMark = (mark: string): string => (/^(?:-|\d{1,9}\.)$/.test(mark) ? mark : `- ${mark}`);

/** A finished paragraph as heading, list item, quotation or running text. */
const formatParagraph = (paragraph: Paragraph, { lists }: StoryContext): Block => {
  const text = paragraph.text.replace(/[ \t]+/g, ' ').trim();
  if (text === '') return { text, kind: 'text' };
  const { style } = paragraph;
  const numberingId = paragraph.numberingId ?? style?.numberingId;
  const listLevel = Math.min(paragraph.listLevel ?? style?.listLevel ?? 0, 8);
  const mark = numberingId === undefined ? undefined : lists.next(numberingId, listLevel);
  const headingLevel = paragraph.outlineLevel ?? style?.headingLevel ?? 0;
  if (headingLevel > 0) {
    // Section numbers are kept, because people ask for them.
    const number = mark && mark !== '-' ? `${mark} ` : '';
    return { text: `${'#'.repeat(headingLevel)} ${number}${text.replace(/\s+/g, ' ')}`, kind: 'text' };
  }
  if (mark)
    return { text: `${'  '.repeat(listLevel)}${itemMark(mark)} ${text.replaceAll('\n', ' ')}`, kind: 'item' };
  const plain = text.replace(/^(#{1,6}\s)/gm, '\\$1');
  return { text: plain, kind: style?.isQuote ? 'quote' : 'text' };
};

type Attributes = Record<string, string>;

/**
 * Reads a story (body or note) event by event without a tree, so a thousand pages cost little more
 * than their text. Names are compared without prefix, because writers may choose it.
 */
export const walkStory = (xml: string, context: StoryContext, writer: StoryWriter): void => {
  const paragraphs: Paragraph[] = [];
  const links: { target: string; start: number }[] = [];
  let skipDepth = 0;
  let depth = 0;
  let isText = false;
  let isHidden = false;
  const write = (text: string) => {
    const paragraph = paragraphs.at(-1);
    if (paragraph && !isHidden) paragraph.text += text;
  };
  const note = (kind: 'footnote' | 'endnote', id: string | undefined) => {
    const text = context.notes.get(`${kind}-${id}`);
    if (!text) return;
    const mark = kind === 'footnote' ? `[^${id}]` : `[^e${id}]`;
    write(mark);
    writer.refer(`${mark}: ${text}`);
  };

  const onOpen: Record<string, (attributes: Attributes) => void> = {
    p: () => paragraphs.push(newParagraph()),
    t: () => {
      isText = true;
    },
    r: () => {
      isHidden = false;
    },
    vanish: (a) => {
      isHidden = isOn(a['w:val']);
    },
    tab: () => write(' '),
    br: (a) => {
      if (a['w:type'] === 'page' && paragraphs.at(-1)?.text.trim() === '')
        writer.add({ text: pageBreak, kind: 'text' });
      else write('\n');
    },
    cr: () => write('\n'),
    noBreakHyphen: () => write('-'),
    footnoteReference: (a) => note('footnote', a['w:id']),
    endnoteReference: (a) => note('endnote', a['w:id']),
    pStyle: (a) => set('style', context.styles.get(a['w:val'] ?? '')),
    outlineLvl: (a) => set('outlineLevel', levelOfOutline(a['w:val'])),
    numId: (a) => set('numberingId', a['w:val']),
    ilvl: (a) => set('listLevel', Math.max(0, Number.parseInt(a['w:val'] ?? '0', 10) || 0)),
    hyperlink: (a) =>
      links.push({
        target: context.links.get(a['r:id'] ?? '') ?? '',
        start: paragraphs.at(-1)?.text.length ?? 0,
      }),
    tbl: () => writer.openTable(),
    tr: () => writer.openRow(),
    tc: () => writer.openCell(),
    gridSpan: (a) => writer.spanColumns(Number(a['w:val'] ?? 1)),
    vMerge: (a) => {
      if (a['w:val'] !== 'restart') writer.continueCell();
    },
  };
  const set = <K extends keyof Paragraph>(key: K, value: Paragraph[K]) => {
    const paragraph = paragraphs.at(-1);
    if (paragraph) paragraph[key] = value;
  };
  const closeLink = () => {
    const link = links.pop();
    const text = paragraphs.at(-1)?.text.slice(link?.start ?? 0) ?? '';
    const reference = linkReference(text, link?.target ?? '');
    if (reference) writer.refer(reference);
  };
  const onClose: Record<string, () => void> = {
    p: () => {
      const paragraph = paragraphs.pop();
      if (!paragraph) return;
      writer.add(formatParagraph(paragraph, context));
    },
    t: () => {
      isText = false;
    },
    hyperlink: closeLink,
    tc: () => writer.closeCell(),
    tbl: () => writer.closeTable(),
  };

  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        depth += 1;
        if (depth > maxDepth) throw new RecognitionError('too-complex', 'The document is nested too deeply');
        const local = localName(name);
        if (skipDepth > 0 || skipped.has(local)) skipDepth += 1;
        else if (Object.hasOwn(onOpen, local)) onOpen[local]!(attributes);
      },
      ontext: (text) => {
        if (isText && skipDepth === 0) write(text);
      },
      onclosetag: (name) => {
        depth -= 1;
        const local = localName(name);
        if (skipDepth > 0) skipDepth -= 1;
        else if (Object.hasOwn(onClose, local)) onClose[local]!();
      },
    },
    { xmlMode: true, decodeEntities: true },
  );
  parser.end(xml);
};
