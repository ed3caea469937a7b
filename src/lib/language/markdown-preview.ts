/** Longer texts are cut before they are read: a preview shows a few lines. */
const longest = 20_000;

/** A line of a fence, of a table's head or a rule: it has no words. */
const isMarkup = (line: string): boolean => /^\s{0,3}(?:`{3}|~{3}|\|?[\s:|-]+$|[*_]{3,}$)/.test(line);

const withoutStart = (line: string): string =>
  line
    .trimStart()
    .replace(/^(?:>\s?)+/, '')
    .replace(/^#{1,6}\s+/, '')
    .replace(/^(?:[-*+]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?/, '');

/** The parts of links and images that are read. The limits keep the time linear for any text. */
const link = /!?\[([^[\]\n]{0,500})\]\([^()\s]{0,2000}(?:\s+"[^"\n]{0,200}")?\)/g;

/** Signs within words, as in snake_case and 5*3, are no emphasis. */
const emphasis =
  /(?<!\\)(?:(?<![\p{L}\p{N}])_{1,3}|_{1,3}(?![\p{L}\p{N}])|\*{2,3}|(?<![\p{L}\p{N}])\*(?=\S)|(?<=\S)\*(?![\p{L}\p{N}])|~~|`+)/gu;

const previewOfLine = (line: string): string => {
  const text = withoutStart(line.replace(/\s+/g, ' ')).replace(link, '$1').replace(emphasis, '');
  const cells = line.trimStart().startsWith('|') ? text.replaceAll('|', ' ') : text;
  return cells.replace(/\\([\\`*_{}[\]()#+.!~|>-])/g, '$1');
};

/** The words of a Markdown text in one line, for previews. Addresses, signs and emoji stay as they are. */
export const previewOf = (markdown: string): string =>
  markdown
    .slice(0, longest)
    .split('\n')
    .filter((line) => line.trim() !== '' && !isMarkup(line))
    .map(previewOfLine)
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()
    .toWellFormed();
