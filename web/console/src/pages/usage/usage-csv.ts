import type { Usage } from '../../api/generated.ts';
import { labelOf } from '../../lib/label-of.ts';
import { type LabelKey, t } from '../../messages/translate.ts';
import { agentLabel, usageKindLabels } from './usage-labels.ts';

const columns: [LabelKey, (item: Usage) => string | number][] = [
  ['usage.csv.day', ({ day }) => day],
  ['common.agent', agentLabel],
  ['usage.csv.agentId', ({ agentId }) => agentId],
  ['usage.type', ({ kind }) => labelOf(usageKindLabels, kind)],
  ['usage.model', ({ model }) => model],
  ['usage.csv.test', ({ isTest }) => t(isTest ? 'usage.csv.yes' : 'usage.csv.no')],
  ['usage.csv.entries', ({ entries }) => entries],
  ['usage.csv.inputTokens', ({ promptTokens }) => promptTokens],
  ['usage.csv.outputTokens', ({ completionTokens }) => completionTokens],
  ['common.credits', ({ credits }) => credits],
];

/** A cell that spreadsheets read as text, even if a name looks like a formula. */
const cell = (value: string | number): string => {
  const text = String(value);
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Excel recognises UTF-8 only by this mark. */
const byteOrderMark = '\uFEFF';

export const usageCsv = (items: readonly Usage[]): string => {
  const lines = [
    columns.map(([header]) => t(header)),
    ...items.map((item) => columns.map(([, read]) => read(item))),
  ];
  return byteOrderMark + lines.map((line) => line.map(cell).join(',')).join('\r\n');
};
