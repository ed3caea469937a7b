import type { Usage } from '../../api/generated.ts';

const columns = [
  'day',
  'agentId',
  'kind',
  'model',
  'entries',
  'promptTokens',
  'completionTokens',
  'credits',
] as const;

/** A cell that a spreadsheet takes for text, whatever a model was named. */
const cell = (value: string | number): string => {
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

export const usageCsv = (items: readonly Usage[]): string =>
  [columns.join(','), ...items.map((item) => columns.map((column) => cell(item[column])).join(','))].join(
    '\r\n',
  );
