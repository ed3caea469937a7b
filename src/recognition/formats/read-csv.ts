import Papa from 'papaparse';
import { markdownTable } from '../markdown/markdown-table.ts';
import type { Reading } from '../recognised.ts';
import { RecognitionError } from '../recognition-error.ts';
import { cleanText } from '../text/clean-text.ts';
import { decodeText } from '../text/decode-text.ts';
import { evenRows } from './even-rows.ts';

const nameOf = (name: string | undefined): string =>
  name?.replace(/^.*[\\/]/, '').replace(/\.\w{1,5}$/, '') || 'Sheet1';

/** Excel writes the separator it used into a line of its own. */
const statedSeparator = /^sep=(.)\n/i;

export const readCsv = (bytes: Uint8Array, name: string | undefined): Reading => {
  const text = cleanText(decodeText(bytes), { keepBlankLines: true });
  const stated = statedSeparator.exec(text);
  const parsed = Papa.parse<string[]>(stated ? text.slice(stated[0].length) : text, {
    delimiter: stated?.[1] ?? '',
    skipEmptyLines: 'greedy',
  });
  // An unclosed quote swallows the rest of the file into one cell; such a file is better read line by line.
  const isBroken = parsed.errors.some(({ type }) => type === 'Quotes') && parsed.data.length <= 1;
  const data = isBroken
    ? text.split('\n').map((line) => line.split(parsed.meta.delimiter || ','))
    : parsed.data;
  const rows = evenRows(data);
  if (rows === undefined) throw new RecognitionError('too-complex', 'The table has too many cells');
  return {
    kind: 'table',
    markdown: markdownTable(rows),
    sheets: rows.length > 0 ? [{ name: nameOf(name), rows }] : [],
    warnings: parsed.errors.some(({ type }) => type === 'Quotes')
      ? ['Some quotation marks in the file are not closed']
      : [],
  };
};
