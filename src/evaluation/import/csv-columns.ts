import { csvRow, withoutFormulaPrefixes } from '../../lib/csv/csv-row.ts';
import type { Expectation } from '../cases/expectation.ts';
import { CaseProblem } from '../cases/read-case.ts';
import type { CaseContent } from '../cases/test-case.ts';

/** The columns of a CSV file. Only `question` or `turns` is required. */
export const caseColumns = [
  'name',
  'question',
  'contains',
  'not_contains',
  'pattern',
  'json_schema',
  'cites',
  'retrieves',
  'top_k',
  'handoff',
  'tool',
  'tool_arguments',
  'refuses',
  'similar_to',
  'threshold',
  'rubric',
  'turns',
  'expectations',
] as const;

export type CaseColumn = (typeof caseColumns)[number];
type Cells = Partial<Record<CaseColumn, string>>;

const defaultTopK = 5;

const readJson = (text: string, column: CaseColumn): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new CaseProblem(column, 'must be JSON');
  }
};

const readNumber = (text: string, column: CaseColumn): number => {
  const number = Number(text);
  if (!Number.isFinite(number)) throw new CaseProblem(column, 'must be a number');
  return number;
};

const readFlag = (text: string, column: CaseColumn): boolean => {
  const word = text.trim().toLowerCase();
  if (['yes', 'true', '1'].includes(word)) return true;
  if (['no', 'false', '0'].includes(word)) return false;
  throw new CaseProblem(column, 'must be yes or no');
};

const linesOf = (text: string): string[] => text.split(/\r?\n/).filter((line) => line.trim() !== '');

/** What the columns of a row expect, in the order of the columns, each with its column for messages. */
const expectationsOf = (cells: Cells): { column: CaseColumn; given: Record<string, unknown> }[] => {
  const found: { column: CaseColumn; given: Record<string, unknown> }[] = [];
  const add = (column: CaseColumn, given: Record<string, unknown>): void =>
    void found.push({ column, given });
  for (const text of linesOf(cells.contains ?? '')) add('contains', { type: 'contains', text });
  for (const text of linesOf(cells.not_contains ?? '')) add('not_contains', { type: 'not-contains', text });
  if (cells.pattern) add('pattern', { type: 'pattern', pattern: cells.pattern });
  if (cells.json_schema)
    add('json_schema', { type: 'json-schema', schema: readJson(cells.json_schema, 'json_schema') });
  for (const document of linesOf(cells.cites ?? '')) add('cites', { type: 'cites', document });
  for (const document of linesOf(cells.retrieves ?? ''))
    add('retrieves', {
      type: 'retrieves',
      document,
      topK: cells.top_k ? readNumber(cells.top_k, 'top_k') : defaultTopK,
    });
  if (cells.handoff) add('handoff', { type: 'handoff', expected: readFlag(cells.handoff, 'handoff') });
  if (cells.tool)
    add('tool', {
      type: 'calls-tool',
      tool: cells.tool,
      ...(cells.tool_arguments ? { arguments: readJson(cells.tool_arguments, 'tool_arguments') } : {}),
    });
  if (cells.refuses) add('refuses', { type: 'refuses', expected: readFlag(cells.refuses, 'refuses') });
  if (cells.similar_to)
    add('similar_to', {
      type: 'similar',
      reference: cells.similar_to,
      ...(cells.threshold ? { threshold: readNumber(cells.threshold, 'threshold') } : {}),
    });
  if (cells.rubric) add('rubric', { type: 'judge', rubric: cells.rubric });
  return found;
};

/** A row as the JSON of a case, and the column of each expectation that has one of its own. */
export const caseOfCells = (cells: Cells): { given: Record<string, unknown>; columns: CaseColumn[] } => {
  const own = expectationsOf(cells);
  const more = cells.expectations ? readJson(cells.expectations, 'expectations') : [];
  if (!Array.isArray(more)) throw new CaseProblem('expectations', 'must be a list');
  return {
    given: {
      name: cells.name ?? '',
      ...(cells.turns ? { turns: readJson(cells.turns, 'turns') } : { question: cells.question ?? '' }),
      expectations: [...own.map(({ given }) => given), ...more],
    },
    columns: own.map(({ column }) => column),
  };
};

export const cleanCell = (cell: string): string => withoutFormulaPrefixes(cell);

const isOneLine = (text: string): boolean => !/[\r\n]/.test(text) && text.trim() === text;

/** The cells for an expectation, or undefined if only JSON can express it. */
const cellsOf = (expectation: Expectation): Cells | undefined => {
  if (expectation.turn !== undefined) return undefined;
  switch (expectation.type) {
    case 'contains':
      return isOneLine(expectation.text) ? { contains: expectation.text } : undefined;
    case 'not-contains':
      return isOneLine(expectation.text) ? { not_contains: expectation.text } : undefined;
    case 'pattern':
      return { pattern: expectation.pattern };
    case 'json-schema':
      return { json_schema: JSON.stringify(expectation.schema) };
    case 'cites':
      return isOneLine(expectation.document) ? { cites: expectation.document } : undefined;
    case 'retrieves':
      return isOneLine(expectation.document)
        ? { retrieves: expectation.document, top_k: String(expectation.topK) }
        : undefined;
    case 'handoff':
      return { handoff: expectation.expected ? 'yes' : 'no' };
    case 'calls-tool':
      return {
        tool: expectation.tool,
        ...(expectation.arguments ? { tool_arguments: JSON.stringify(expectation.arguments) } : {}),
      };
    case 'refuses':
      return { refuses: expectation.expected ? 'yes' : 'no' };
    case 'similar':
      return { similar_to: expectation.reference, threshold: String(expectation.threshold) };
    case 'judge':
      return { rubric: expectation.rubric };
  }
};

/** Several of them are lines of one cell. */
const listColumns: readonly CaseColumn[] = ['contains', 'not_contains', 'cites'];

export const csvHeader = csvRow(caseColumns);

/** A case as a line. What does not fit into a column of its own is JSON in the column `expectations`. */
export const csvLine = ({ name, turns, expectations }: CaseContent): string => {
  const isSimple = turns.length === 1 && turns[0]!.files.length === 0;
  const cells: Cells = {
    name,
    ...(isSimple ? { question: turns[0]!.text } : { turns: JSON.stringify(turns) }),
  };
  const rest: Expectation[] = [];
  for (const expectation of expectations) {
    const own = cellsOf(expectation);
    const entries = Object.entries(own ?? {}) as [CaseColumn, string][];
    const fits =
      own !== undefined &&
      entries.every(([column]) => cells[column] === undefined || listColumns.includes(column));
    if (!fits) rest.push(expectation);
    else
      for (const [column, value] of entries)
        cells[column] = cells[column] === undefined ? value : `${cells[column]}\n${value}`;
  }
  if (rest.length > 0) cells.expectations = JSON.stringify(rest);
  return csvRow(caseColumns.map((column) => cells[column] ?? null));
};
