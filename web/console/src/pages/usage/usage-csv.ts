import type { Usage } from '../../api/generated.ts';
import { toCsv } from '../../lib/csv.ts';
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

export const usageCsv = (items: readonly Usage[]): string =>
  toCsv([
    columns.map(([header]) => t(header)),
    ...items.map((item) => columns.map(([, read]) => read(item))),
  ]);
