import { withoutFormulaPrefixes } from '../../lib/csv/csv-row.ts';
import type { Sheet } from './chunk-sheets.ts';

/** An answer, and the questions by which it is found. */
export interface QaPair {
  /** At least one. The first is displayed. */
  questions: string[];
  answer: string;
}

export const pairLimits = {
  questions: 20,
  questionCharacters: 1_000,
  answerCharacters: 10_000,
  /** Per document. */
  pairs: 10_000,
};

const titles = {
  question: /^(questions?|q|问题|問題|提问)$/i,
  answer: /^(answers?|a|答案|回答|答复)$/i,
};

interface Columns {
  question: number;
  answer: number;
  firstRow: number;
}

/** By the titles in the first row. Without titles, the first two columns. */
const columnsOf = (rows: readonly string[][]): Columns => {
  const header = rows[0]?.map((cell) => cell.trim()) ?? [];
  const question = header.findIndex((title) => titles.question.test(title));
  const answer = header.findIndex((title) => titles.answer.test(title));
  if (question >= 0 && answer >= 0) return { question, answer, firstRow: 1 };
  return { question: 0, answer: 1, firstRow: 0 };
};

/** Questions without empty and repeated ones. Each is one line. */
export const cleanQuestions = (questions: readonly string[]): string[] => [
  ...new Set(questions.map((one) => one.replaceAll(/\s+/g, ' ').trim()).filter((one) => one !== '')),
];

/** One question per line of the cell. */
const questionsOf = (cell: string): string[] => cleanQuestions(cell.split('\n'));

/** The rule that a pair violates, as the end of a sentence about it. */
export const problemOfPair = ({ questions, answer }: QaPair): string | undefined => {
  if (questions.length === 0) return 'it has no question';
  if (answer === '') return 'it has no answer';
  if (questions.length > pairLimits.questions) return `it has more than ${pairLimits.questions} questions`;
  if (questions.some((question) => question.length > pairLimits.questionCharacters))
    return `a question is longer than ${pairLimits.questionCharacters} characters`;
  if (answer.length > pairLimits.answerCharacters)
    return `the answer is longer than ${pairLimits.answerCharacters} characters`;
  return undefined;
};

const reportedRows = 20;

/** The pairs of a table with the columns "question" and "answer". Rows that are not pairs are reported. */
export const pairsOfSheets = (sheets: readonly Sheet[]): { pairs: QaPair[]; warnings: string[] } => {
  const pairs: QaPair[] = [];
  const warnings: string[] = [];
  let skipped = 0;
  for (const { name, rows } of sheets) {
    const { question, answer, firstRow } = columnsOf(rows);
    for (const [index, row] of rows.entries()) {
      if (index < firstRow || row.every((cell) => cell.trim() === '')) continue;
      const pair = {
        questions: questionsOf(withoutFormulaPrefixes(row[question] ?? '')),
        answer: withoutFormulaPrefixes(row[answer] ?? '').trim(),
      };
      const problem = problemOfPair(pair);
      if (problem === undefined) {
        pairs.push(pair);
        continue;
      }
      skipped += 1;
      const place = sheets.length > 1 ? `${name}, row ${index + 1}` : `Row ${index + 1}`;
      if (skipped <= reportedRows) warnings.push(`${place} was skipped: ${problem}`);
    }
  }
  if (skipped > reportedRows) warnings.push(`${skipped - reportedRows} more rows were skipped`);
  return { pairs, warnings };
};
