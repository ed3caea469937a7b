import type { HandoffsOfDay } from '../../api/generated.ts';
import { toCsv } from '../../lib/csv.ts';
import { t } from '../../messages/translate.ts';
import { agentLabel } from '../usage/usage-labels.ts';
import { endingLabels, missedLabels, missedReasons, ratingStars, reasonLabels } from './report-labels.ts';

type Cell = [header: string, read: (item: HandoffsOfDay) => string | number];

const keysOf = <Key extends string>(labels: Record<Key, unknown>) => Object.keys(labels) as Key[];

const columns = (): Cell[] => [
  [t('handoffReport.day'), ({ day }) => day],
  [t('common.agent'), agentLabel],
  [t('usage.csv.agentId'), ({ agentId }) => agentId],
  [t('handoffReport.handoffs'), ({ handoffs }) => handoffs],
  [t('handoffReport.answered'), ({ answered }) => answered],
  [t('handoffReport.csv.open'), ({ open }) => open],
  ...missedReasons.map((reason): Cell => [t(missedLabels[reason]), ({ missed }) => missed[reason]]),
  [t('handoffReport.csv.median'), ({ medianFirstReplySeconds }) => medianFirstReplySeconds ?? ''],
  ...keysOf(endingLabels).map(
    (reason): Cell => [
      `${t('handoffReport.ending')}: ${t(endingLabels[reason])}`,
      ({ closed }) => closed[reason],
    ],
  ),
  ...keysOf(reasonLabels).map(
    (reason): Cell => [
      `${t('handoffReport.reason')}: ${t(reasonLabels[reason])}`,
      ({ closedReasons }) => closedReasons[reason],
    ],
  ),
  [t('handoffReport.ratingCount'), ({ ratings }) => ratings.count],
  [t('handoffReport.rating'), ({ ratings }) => ratings.average ?? ''],
  ...ratingStars.map(
    (stars): Cell => [
      `${t('handoffReport.stars')}: ${t('handoffReport.starsOf', { stars: Number(stars) })}`,
      ({ ratings }) => ratings.stars[stars],
    ],
  ),
];

export const reportCsv = (items: readonly HandoffsOfDay[]): string => {
  const cells = columns();
  return toCsv([
    cells.map(([header]) => header),
    ...items.map((item) => cells.map(([, read]) => read(item))),
  ]);
};
