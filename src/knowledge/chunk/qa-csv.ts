import { csvMark, csvRow } from '../../lib/csv/csv-row.ts';
import type { QaPair } from './qa-pairs.ts';

/** The header of an export. */
export const qaCsvHeader = csvMark + csvRow(['question', 'answer']);

/** Several questions are lines of one cell. */
export const qaCsvRow = ({ questions, answer }: QaPair): string => csvRow([questions.join('\n'), answer]);
