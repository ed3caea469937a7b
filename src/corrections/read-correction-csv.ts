import Papa from 'papaparse';
import { withoutFormulaPrefixes } from '../lib/csv/csv-row.ts';
import { plainQuestion } from './compare-questions.ts';
import { cleanAnswer, cleanQuestion, correctionLimits, problemOfCorrection } from './correction.ts';

export interface CsvCorrection {
  row: number;
  question: string;
  answer: string;
  /** Name or ID. '': none. */
  knowledgeBase: string;
  isEnabled: boolean;
}

export interface CsvProblem {
  /** As a spreadsheet counts: the header is row 1. */
  row: number;
  column: string;
  message: string;
}

export type CsvCorrections = { refusal: string } | { corrections: CsvCorrection[]; problems: CsvProblem[] };

const titles = {
  question: /^(questions?|问题|問題)$/i,
  answer: /^(answers?|答案|回答)$/i,
  knowledgeBase: /^knowledge[_ ]base$/i,
  enabled: /^enabled$/i,
};

const flags = new Map([
  ['', true],
  ['yes', true],
  ['true', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['0', false],
]);

/** The rows of a CSV text. Runs in the sandbox, because unclosed quotes can take the parser minutes. */
export default ({ csv }: { csv: string }): CsvCorrections => {
  const mostRows = correctionLimits.corrections;
  const { data } = Papa.parse<string[]>(csv.replace(/^\uFEFF/, ''), {
    // The header, and one row more than allowed, to detect too many rows.
    preview: mostRows + 2,
  });
  const [header = [], ...rows] = data;
  const place = (title: RegExp): number => header.findIndex((cell) => title.test(cell.trim()));
  const at = {
    question: place(titles.question),
    answer: place(titles.answer),
    knowledgeBase: place(titles.knowledgeBase),
    enabled: place(titles.enabled),
  };
  if (at.question < 0 || at.answer < 0)
    return { refusal: 'must have a first row with the columns "question" and "answer"' };
  if (rows.length > mostRows + 1 || (rows.length === mostRows + 1 && rows.at(-1)!.join('').trim() !== ''))
    return { refusal: `must have at most ${mostRows} rows after the first; split it` };
  const corrections: CsvCorrection[] = [];
  const problems: CsvProblem[] = [];
  const firstRows = new Map<string, number>();
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    const row = index + 2;
    const cell = (column: number): string => withoutFormulaPrefixes(cells[column] ?? '');
    const question = cleanQuestion(cell(at.question));
    const answer = cleanAnswer(cell(at.answer));
    const knowledgeBase = at.knowledgeBase < 0 ? '' : cell(at.knowledgeBase).trim();
    const flag = at.enabled < 0 ? '' : cell(at.enabled).trim().toLowerCase();
    const problem = problemOfCorrection({ question, answer });
    if (problem) {
      problems.push({ row, column: problem.field, message: problem.problem });
      continue;
    }
    const isEnabled = flags.get(flag);
    if (isEnabled === undefined) {
      problems.push({ row, column: 'enabled', message: 'must be yes, no, or empty for yes' });
      continue;
    }
    const key = `${knowledgeBase}\n${plainQuestion(question)}`;
    const first = firstRows.get(key);
    if (first !== undefined) {
      problems.push({ row, column: 'question', message: `repeats the question of row ${first}` });
      continue;
    }
    firstRows.set(key, row);
    corrections.push({ row, question, answer, knowledgeBase, isEnabled });
  }
  return { corrections, problems };
};
