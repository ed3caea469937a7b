import Papa from 'papaparse';
import { markdownTable } from '../markdown/markdown-table.ts';
import type { Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import { evenRows } from './even-rows.ts';

const nameOf = (name: string | undefined): string =>
  name?.replace(/^.*[\\/]/, '').replace(/\.\w{1,5}$/, '') || 'Sheet1';

/** Excel writes the separator in a line of its own. */
const statedSeparator = /^sep=(.)\n/i;

export const readCsv = (bytes: Uint8Array, name: string | undefined): Reading => {
  const text = cleanText(decodeText(bytes), { keepBlankLines: true });
  const stated = statedSeparator.exec(text);
  const source = stated ? text.slice(stated[0].length) : text;
  const parse = (quoteChar: string) =>
    Papa.parse<string[]>(source, { delimiter: stated?.[1] ?? '', quoteChar, skipEmptyLines: 'greedy' });
  const quoted = parse('"');
  // An unclosed quotation mark puts the rest of the file into one cell.
  const isOpen = quoted.errors.some(({ code }) => code === 'MissingQuotes');
  const { data } = isOpen ? parse('\0') : quoted;
  const rows = evenRows(data);
  if (rows === undefined) throw new RecognitionError('too-complex', 'The table has too many cells');
  return {
    kind: 'table',
    markdown: markdownTable(rows),
    sheets: rows.length > 0 ? [{ name: nameOf(name), rows }] : [],
    warnings: isOpen ? ['A quotation mark in the file is never closed; quotation marks were ignored'] : [],
  };
};
