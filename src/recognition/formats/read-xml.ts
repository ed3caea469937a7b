import { htmlToMarkdown } from '../markdown/html-to-markdown.ts';
import {
  isElement,
  type MarkupElement,
  type MarkupNode,
  parseMarkup,
  textBelow,
} from '../markdown/markup-nodes.ts';
import type { Reading } from '../recognised.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import { stripDoctype } from '../text/strip-doctype.ts';

/** Deeper lists are not indented further, because indentation must not exceed the text. */
const maxIndent = 8;

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

const attributesOf = (element: MarkupElement): string => {
  const pairs = Object.entries(element.attributes).filter(([name]) => !/^xmlns(:|$)|^xsi:/.test(name));
  return pairs.length === 0
    ? ''
    : ` (${pairs.map(([name, value]) => `${name}: ${collapse(value)}`).join(', ')})`;
};

/** Feeds contain whole web pages as text. */
const asPlain = (text: string): string =>
  /<(?:p|br|div|a|ul|table)[\s>/]/i.test(text) ? collapse(htmlToMarkdown(text)) : text;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Elements as a nested list: a leaf is `name: text`, a branch its name with its children. */
const outline = (element: MarkupElement, depth: number, lines: string[]): void => {
  const children = element.children;
  const hasElements = children.some(isElement);
  const margin = '  '.repeat(Math.min(depth, maxIndent));
  const label = `${margin}- ${localName(element.name)}${attributesOf(element)}`;
  if (!hasElements || isMixed(children)) {
    const text = asPlain(collapse(textBelow(children)));
    if (text || Object.keys(element.attributes).length > 0) lines.push(text ? `${label}: ${text}` : label);
    return;
  }
  lines.push(label);
  for (const child of children) if (isElement(child)) outline(child, depth + 1, lines);
};

/** Mixed text and elements are prose with markup and are kept as one text. */
const isMixed = (children: MarkupNode[]): boolean =>
  children.some((child) => typeof child === 'string' && child.trim() !== '');

export const readXml = (bytes: Uint8Array): Reading => {
  const head = Buffer.from(bytes.subarray(0, 256)).toString('latin1');
  const declared = /^[^<]*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head)?.[1];
  const { xml, declaresEntities } = stripDoctype(decodeText(bytes, declared));
  const document = parseMarkup(xml, { isXml: true });
  const lines: string[] = [];
  for (const node of document) if (isElement(node)) outline(node, 0, lines);
  const hasText = textBelow(document).trim() !== '' || lines.some((line) => line.includes(' ('));
  return {
    kind: 'markdown',
    markdown: hasText ? cleanText(lines.join('\n')) : '',
    warnings: declaresEntities ? ['Entities that the file declares for itself were not expanded'] : [],
  };
};
