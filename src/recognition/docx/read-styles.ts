import { findElements, type MarkupElement, type MarkupNode } from '../markdown/markup-nodes.ts';

export interface ParagraphStyle {
  /** 1 to 6; 0 for running text. */
  headingLevel: number;
  /** The list of a style's paragraphs, if any. */
  numberingId: string | undefined;
  listLevel: number;
  isQuote: boolean;
}

const child = (element: MarkupElement, name: string): MarkupElement | undefined =>
  findElements(element.children, new Set([name]))[0];

export const markValue = (element: MarkupElement | undefined): string | undefined =>
  element?.attributes['w:val'];

/** Word uses the English names of its built-in styles in every language. */
export const levelOfName = (name: string): number => {
  const heading = /^heading\s*(\d)$/i.exec(name)?.[1];
  if (heading) return Math.min(Number(heading), 6);
  return /^title$/i.test(name) ? 1 : /^subtitle$/i.test(name) ? 2 : 0;
};

const isQuoteName = (name: string): boolean => /^(?:intense )?quote$|^block text$/i.test(name);

/** Outline levels count from 0; 9 is body text. */
export const levelOfOutline = (value: string | undefined): number => {
  const level = Number(value ?? 9);
  return level >= 0 && level < 9 ? Math.min(level + 1, 6) : 0;
};

/** Paragraph styles by id, each with what it inherits. */
export const readStyles = (nodes: MarkupNode[]): Map<string, ParagraphStyle> => {
  const elements = new Map(
    findElements(nodes, new Set(['w:style'])).map((style) => [style.attributes['w:styleId'] ?? '', style]),
  );
  const resolve = (id: string, depth: number): ParagraphStyle => {
    const element = elements.get(id);
    const parent = element && depth < 20 ? markValue(child(element, 'w:basedOn')) : undefined;
    const inherited = parent ? resolve(parent, depth + 1) : undefined;
    const name = (element && markValue(child(element, 'w:name'))) ?? '';
    const named = levelOfName(name);
    const outline = element ? markValue(child(element, 'w:outlineLvl')) : undefined;
    const list = element ? child(element, 'w:numPr') : undefined;
    return {
      headingLevel:
        named || (outline === undefined ? (inherited?.headingLevel ?? 0) : levelOfOutline(outline)),
      numberingId: (list && markValue(child(list, 'w:numId'))) ?? inherited?.numberingId,
      listLevel: Number((list && markValue(child(list, 'w:ilvl'))) ?? inherited?.listLevel ?? 0),
      isQuote: isQuoteName(name) || (inherited?.isQuote ?? false),
    };
  };
  return new Map([...elements.keys()].map((id) => [id, resolve(id, 0)]));
};
