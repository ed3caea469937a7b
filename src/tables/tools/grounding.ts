import type { Agent } from '../../agents/index.ts';
import type { Database } from '../../db/index.ts';
import type { GroundingPassage } from '../../models/index.ts';
import type { AttachedTables } from '../attached-tables.ts';
import { findByKeys } from '../records/find-records.ts';
import type { RecordPages } from '../records/page-records.ts';
import { type Field, recordRange, type Table, type TableRecord } from '../table.ts';
import { readFilterValue } from '../values/read-value.ts';
import { toRecord } from '../values/record-values.ts';
import { valueKey } from '../values/value-key.ts';
import { type QuestionWord, questionWords } from './question-words.ts';

const maxRows = 5;
/** A word that occurs in more records does not identify any of them. */
const maxHitsOfWord = 5;
const wordsSearched = 6;
const tablesSearched = 8;
const maxCellCharacters = 300;
/** SQLite has no index for two characters. Larger tables are not scanned for an uncertain match. */
const maxScannedRecords = 20_000;

const scores = { key: 0.95, name: 0.75, word: 0.5 };

interface Found {
  table: Table;
  record: TableRecord;
  score: number;
}

/** Spellings of a word as the value of a unique field. */
const keysOf = (field: Field, { text }: QuestionWord): string[] => {
  if (field.type === 'INT') {
    const read = /^\d{1,16}$/.test(text) ? readFilterValue(field, Number(text)) : undefined;
    return read && 'value' in read && read.value !== null ? [valueKey(read.value)] : [];
  }
  if (field.type !== 'TEXT') return [];
  return [...new Set([text, text.toUpperCase(), text.toLowerCase()])].map(valueKey);
};

const isOwn = (table: Table, record: TableRecord, userId: string | null): boolean =>
  table.ownerField === null || record.value[table.ownerField] === userId;

/** A word that names a table or a column probably refers to it, not to a value. */
const columnWords = (tables: readonly Table[]): Set<string> =>
  new Set(
    tables.flatMap((table) =>
      [table.name, ...table.fields.map((field) => field.name)]
        .flatMap((name) => [name, ...name.split('_')])
        .flatMap((name) => [name, `${name}s`, name.replace(/s$/, '')]),
    ),
  );

const holdsWord = (record: TableRecord, text: string): boolean => {
  const sought = text.toLowerCase();
  const letters = /[\p{L}\p{N}]/u;
  return Object.values(record.value).some((value) => {
    const shown = String(value ?? '').toLowerCase();
    const at = shown.indexOf(sought);
    if (at < 0) return false;
    // Scripts without spaces have no word boundaries to check.
    if (/[^\p{Script=Latin}\p{N}]/u.test(sought)) return true;
    return !letters.test(shown[at - 1] ?? ' ') && !letters.test(shown[at + sought.length] ?? ' ');
  });
};

const plainCell = (value: unknown): string =>
  String(value ?? '')
    .slice(0, maxCellCharacters)
    .toWellFormed()
    .replace(/\s+/g, ' ')
    .replaceAll('|', '¦');

/** A record as a markdown table with one row, which separates columns and values clearly. */
const passageOf = ({ table, record, score }: Found): GroundingPassage => {
  const names = table.fields.map((field) => field.name).filter((name) => record.value[name] !== null);
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const text = [
    line(names.map((name) => name.replaceAll('_', ' '))),
    line(names.map(() => '---')),
    line(names.map((name) => plainCell(record.value[name]))),
  ].join('\n');
  return { source: 'table', title: table.name, text, score };
};

interface GroundingDependencies {
  db: Database;
  attached: AttachedTables;
  pages: RecordPages;
}

/**
 * Records that a question refers to, as grounding for a model: by the value of a unique
 * field if the question contains one, otherwise by words that occur in few records.
 */
export const createGrounding = ({ db, attached, pages }: GroundingDependencies) => {
  const byKey = async (tables: readonly Table[], words: readonly QuestionWord[]): Promise<Found[]> => {
    const keys = tables.flatMap((table) =>
      table.fields
        .filter((field) => field.unique)
        .flatMap((field) =>
          words.flatMap((word) => keysOf(field, word).map((key) => [field.fieldNo, key] as const)),
        ),
    );
    const rows = await findByKeys(db.query, keys, maxRows * 4);
    return rows.flatMap((row) => {
      const table = tables.find(({ tableNo }) => {
        const { first, end } = recordRange(tableNo);
        return row.record_no >= first && row.record_no < end;
      });
      return table ? [{ table, record: toRecord(table, row), score: scores.key }] : [];
    });
  };

  const byWord = async (table: Table, word: QuestionWord, userId: string | null): Promise<Found[]> => {
    const own = table.ownerField === null ? {} : { [table.ownerField]: userId };
    const query = { keyword: word.text, filter: own };
    const records = await pages.first(table, query, maxHitsOfWord + 1);
    if (records.length > maxHitsOfWord) return [];
    return records
      .filter((record) => holdsWord(record, word.text))
      .map((record) => ({ table, record, score: word.isName ? scores.name : scores.word }));
  };

  const byWords = async (
    tables: readonly Table[],
    words: readonly QuestionWord[],
    userId: string | null,
  ): Promise<Found[]> => {
    const columns = columnWords(tables);
    const significant = words
      .filter(({ text }) => !columns.has(text.toLowerCase()))
      .filter(({ text, isName }) => isName || [...text].length >= 4 || /\p{Script=Han}{2}/u.test(text))
      .slice(0, wordsSearched);
    const found: Found[] = [];
    for (const table of tables.slice(0, tablesSearched))
      for (const word of significant) {
        const isShort = [...word.text].length < 3;
        if (isShort && table.numbersGiven > maxScannedRecords) continue;
        found.push(...(await byWord(table, word, userId)));
      }
    return found;
  };

  return async ({
    agent,
    userId,
    query,
  }: {
    agent: Agent;
    /** With null, tables with an owner field are not available. */
    userId: string | null;
    query: string;
  }): Promise<GroundingPassage[]> => {
    if (!agent.settings.tables.lookup || query.trim() === '') return [];
    const tables = (await attached.of(agent)).filter(
      ({ ownerField }) => ownerField === null || userId !== null,
    );
    if (tables.length === 0) return [];
    const words = questionWords(query);
    const byUnique = (await byKey(tables, words)).filter(({ table, record }) => isOwn(table, record, userId));
    const found = byUnique.length > 0 ? byUnique : await byWords(tables, words, userId);
    const best = new Map<string, Found>();
    for (const one of found) {
      const known = best.get(one.record.id);
      // Each further word of the question in the same record increases its score.
      const score = known ? Math.min(scores.key, Math.max(known.score, one.score) + 0.05) : one.score;
      best.set(one.record.id, { ...one, score });
    }
    return [...best.values()]
      .sort((a, b) => b.score - a.score)
      .slice(0, maxRows)
      .map(passageOf);
  };
};
