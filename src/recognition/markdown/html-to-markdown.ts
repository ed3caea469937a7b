import { findNotes, isWayBack, type Notes, targetOf } from './find-notes.ts';
import { linkReference } from './link-reference.ts';
import { markdownTable } from './markdown-table.ts';
import {
  findElements,
  isElement,
  type MarkupElement,
  type MarkupNode,
  parseMarkup,
  textBelow,
} from './markup-nodes.ts';
import { type SpanCell, spanGrid } from './span-grid.ts';

/** Elements without content for the reader. */
const silent = new Set(
  'script style template noscript svg canvas iframe object embed select datalist rt rp annotation audio video'.split(
    ' ',
  ),
);
const usedAttributes = new Set('href id alt colspan rowspan start value hidden style'.split(' '));
const blocks = new Set(
  'address article aside body caption center dd details dialog div dt fieldset figcaption figure footer form header hgroup html legend main nav p section summary tbody tfoot thead'.split(
    ' ',
  ),
);
/** Links in these elements are navigation, not sources of the document. */
const navigationTags = new Set(['nav', 'header', 'footer', 'aside']);

interface Page {
  blocks: string[];
  inline: string;
  links: string[];
  /** A single line cannot have URLs below it, so the caller gets them. */
  isLine: boolean;
}

interface Place {
  isNavigation: boolean;
  isInCell: boolean;
  notes: Notes;
}

const newPage = (isLine = false): Page => ({ blocks: [], inline: '', links: [], isLine });

const collapse = (text: string): string =>
  text
    .replace(/[ \t\r\f\v\u00a0]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .trim();

/** Escapes a paragraph that starts like a heading. */
const asParagraph = (text: string): string => text.replace(/^(#{1,6}\s)/gm, '\\$1');

const flush = (page: Page): void => {
  const text = collapse(page.inline);
  page.inline = '';
  if (text) page.blocks.push(asParagraph(text));
  if (page.links.length > 0 && page.blocks.length > 0 && !page.isLine)
    page.blocks.push(page.links.splice(0).join('\n'));
};

const renderBelow = (nodes: MarkupNode[], place: Place, page: Page = newPage()): string[] => {
  for (const node of nodes) renderNode(node, place, page);
  flush(page);
  return page.blocks;
};

const lineOf = (nodes: MarkupNode[], place: Place, page: Page): string => {
  const inner = newPage(true);
  for (const node of nodes) renderNode(node, place, inner);
  flush(inner);
  page.links.push(...inner.links);
  return inner.blocks.join(' ').replace(/\s+/g, ' ');
};

const renderLink = (element: MarkupElement, place: Place, page: Page): void => {
  const href = (element.attributes.href ?? '').trim();
  const note = place.notes.names.get(targetOf(href) ?? '');
  if (note) page.inline += `[^${note}]`;
  if (note || isWayBack(place.notes, href, textBelow(element.children))) return;
  const before = page.inline.length;
  for (const child of element.children) renderNode(child, place, page);
  const reference = place.isNavigation ? undefined : linkReference(page.inline.slice(before), href);
  if (reference) page.links.push(reference);
};

const indent = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** The note of an element, by its own id or that of an anchor at its start. */
const noteOf = ({ attributes, children }: MarkupElement, { names }: Notes): string | undefined => {
  const first = children.find((child) => isElement(child) || child.trim() !== '');
  const id = attributes.id ?? (first && isElement(first) ? first.attributes.id : undefined);
  return id === undefined ? undefined : names.get(id);
};

const renderItem = (item: MarkupElement, mark: string, place: Place): string => {
  const note = noteOf(item, place.notes);
  const content = renderBelow(item.children, place).join('\n');
  if (note) return `[^${note}]: ${indent(content, '  ')}`;
  return `${mark} ${indent(content, ' '.repeat(mark.length + 1))}`;
};

const renderList = (list: MarkupElement, place: Place): string => {
  let number = Number.parseInt(list.attributes.start ?? '1', 10) || 1;
  const items: string[] = [];
  for (const child of list.children) {
    if (!isElement(child)) continue;
    // Older editors nest a list directly inside a list.
    if (isList(child.name)) items.push(`  ${indent(renderList(child, place), '  ')}`);
    else {
      number = Number.parseInt(child.attributes.value ?? '', 10) || number;
      const item = renderItem(child, list.name === 'ol' ? `${number}.` : '-', place);
      if (item.replace(/^(?:-|\d+\.)\s*/, '')) items.push(item);
      number += 1;
    }
  }
  return items.join('\n');
};

/** A cell has one line, so several lines are joined by semicolons. */
const renderListInCell = (list: MarkupElement, place: Place, page: Page): void => {
  const items = list.children
    .filter(isElement)
    .map((item) => lineOf(isList(item.name) ? [item] : item.children, place, page));
  page.inline += ` ${items.filter(Boolean).join('; ')} `;
};

const termNames = new Set(['dt', 'dd']);

/** A term together with its definition, so that search finds both. */
const renderTerms = (list: MarkupElement, place: Place): string[] => {
  const entries: { terms: string[]; said: string[] }[] = [];
  for (const part of findElements(list.children, termNames)) {
    const text = renderBelow(part.children, place).join('\n');
    const entry = entries.at(-1);
    if (part.name === 'dd' && entry) entry.said.push(text);
    else if (part.name === 'dt' && entry?.said.length === 0) entry.terms.push(text);
    else entries.push(part.name === 'dt' ? { terms: [text], said: [] } : { terms: [], said: [text] });
  }
  const hasTerms = entries.some(({ terms }) => terms.length > 0);
  // A definition without a term is indented text.
  if (!hasTerms) return entries.flatMap(({ said }) => said).filter(Boolean);
  const items = entries.map(({ terms, said }) =>
    [terms.join(', '), said.filter(Boolean).join('\n')].filter(Boolean).join(': '),
  );
  return [items.map((item) => `- ${indent(item, '  ')}`).join('\n')];
};

const cellNames = new Set(['td', 'th']);
const tableNames = new Set(['table']);
const isNoTable = (element: MarkupElement) => element.name !== 'table';

const rowsOf = (table: MarkupElement): MarkupElement[] =>
  findElements(table.children, new Set(['tr']), isNoTable);

const cellsOf = (row: MarkupElement): MarkupElement[] => findElements(row.children, cellNames, isNoTable);

const spanOf = (value: string | undefined): number => Number.parseInt(value ?? '1', 10) || 1;

const tableGrid = (table: MarkupElement, place: Place, page: Page): string[][] =>
  spanGrid(
    rowsOf(table).map((row) =>
      cellsOf(row).map(
        (cell): SpanCell => ({
          text: lineOf(cell.children, { ...place, isInCell: true }, page),
          columns: spanOf(cell.attributes.colspan),
          rows: spanOf(cell.attributes.rowspan),
        }),
      ),
    ),
  );

/** Layout tables of older pages: one column, or one row that contains tables. */
const isLayout = (rows: MarkupElement[]): boolean =>
  rows.every((row) => cellsOf(row).length <= 1) ||
  (rows.length <= 2 && rows.some((row) => findElements(row.children, tableNames).length > 0));

const renderTable = (table: MarkupElement, place: Place, page: Page): void => {
  const rows = rowsOf(table);
  const captions = findElements(table.children, new Set(['caption']), isNoTable);
  for (const caption of captions) page.blocks.push(...renderBelow(caption.children, place));
  if (isLayout(rows)) {
    for (const cell of rows.flatMap(cellsOf)) page.blocks.push(...renderBelow(cell.children, place));
    return;
  }
  const grid = tableGrid(table, place, page).filter((cells) => cells.some((cell) => cell !== ''));
  if (grid.length > 0) page.blocks.push(markdownTable(grid));
};

/** A table inside a cell: its rows on one line, because a Markdown cell has no line breaks. */
const renderNestedTable = (table: MarkupElement, place: Place, page: Page): void => {
  page.inline += ` ${tableGrid(table, place, page)
    .map((cells) => cells.filter(Boolean).join(', '))
    .filter(Boolean)
    .join('; ')} `;
};

const renderPre = (element: MarkupElement, page: Page): void => {
  const text = textBelow(element.children).replace(/^\n/, '').trimEnd();
  if (!text) return;
  const fence = '`'.repeat(Math.max(3, ...(text.match(/`{3,}/g) ?? []).map((run) => run.length + 1)));
  page.blocks.push(`${fence}\n${text}\n${fence}`);
};

const isHidden = (element: MarkupElement): boolean =>
  'hidden' in element.attributes ||
  /display\s*:\s*none|visibility\s*:\s*hidden/i.test(element.attributes.style ?? '');

const renderQuote = (element: MarkupElement, place: Place, page: Page): void => {
  const text = renderBelow(element.children, place).join('\n\n');
  if (text && place.isInCell) page.blocks.push(text);
  else if (text) page.blocks.push(text.replace(/^/gm, '> ').replace(/ +$/gm, ''));
};

const renderElement = (element: MarkupElement, outer: Place, page: Page): void => {
  const { name } = element;
  if (name === 'head' || name === 'title' || isHidden(element)) return;
  const place = navigationTags.has(name) ? { ...outer, isNavigation: true } : outer;
  const children = element.children;
  if (name === 'br') page.inline += '\n';
  else if (name === 'img') page.inline += element.attributes.alt ? ` [${element.attributes.alt}] ` : '';
  else if (name === 'a') renderLink(element, place, page);
  else if (name === 'wbr' || name === 'input') return;
  else if (isOwnBlock(name)) {
    flush(page);
    renderOwnBlock(element, place, page);
  } else if (blocks.has(name)) {
    flush(page);
    const note = noteOf(element, place.notes);
    if (note) page.inline += `[^${note}]: `;
    for (const child of children) renderNode(child, place, page);
    flush(page);
  } else for (const child of children) renderNode(child, place, page);
};

const isOwnBlock = (name: string): boolean =>
  /^(?:h[1-6]|ul|ol|menu|dl|table|pre|blockquote|hr|li|tr|td|th)$/.test(name);

const isList = (name: string): boolean => name === 'ul' || name === 'ol' || name === 'menu';

const renderBlockList = (element: MarkupElement, place: Place, page: Page): void => {
  if (place.isInCell) renderListInCell(element, place, page);
  else {
    const list = renderList(element, place);
    if (list) page.blocks.push(list);
  }
};

const renderOwnBlock = (element: MarkupElement, place: Place, page: Page): void => {
  const { name } = element;
  const children = element.children;
  if (/^h[1-6]$/.test(name)) {
    const text = lineOf(children, place, page).replace(/^\\(?=#)/, '');
    if (text) page.blocks.push(`${'#'.repeat(Number(name[1]))} ${text}`);
  } else if (isList(name)) renderBlockList(element, place, page);
  else if (name === 'dl') page.blocks.push(...renderTerms(element, place));
  else if (name === 'table') {
    if (place.isInCell) renderNestedTable(element, place, page);
    else renderTable(element, place, page);
  } else if (name === 'pre') renderPre(element, page);
  else if (name === 'blockquote') renderQuote(element, place, page);
  // Items and cells outside a list or table are broken markup, read as paragraphs.
  else if (name !== 'hr') page.blocks.push(...renderBelow(children, place));
};

const renderNode = (node: MarkupNode, place: Place, page: Page): void => {
  if (isElement(node)) renderElement(node, place, page);
  else page.inline += node.replace(/\s+/g, ' ');
};

const withTitle = (title: string, body: string[]): string => {
  const hasHeading = body.some((block) => block.startsWith('# '));
  const heading = collapse(title).replace(/\s+/g, ' ');
  return [...(heading && !hasHeading ? [`# ${heading}`] : []), ...body].join('\n\n');
};

/** Elements and attributes that Markdown is made of, for callers that parse a page themselves. */
export const markdownParts = { silent, attributes: usedAttributes };

/** A parsed page, or a part of it. The title becomes a heading if the part has none. */
export const markupToMarkdown = (nodes: MarkupNode[], title: string): string =>
  withTitle(title, renderBelow(nodes, { isNavigation: false, isInCell: false, notes: findNotes(nodes) }));

export const htmlToMarkdown = (html: string): string => {
  const document = parseMarkup(html, markdownParts);
  return markupToMarkdown(document, textBelow(findElements(document, new Set(['title'])).slice(0, 1)));
};
