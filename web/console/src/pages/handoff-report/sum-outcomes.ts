import type { HandoffFigures, HandoffReport } from '../../api/generated.ts';
import type { UsageTable } from '../usage/sum-usage.ts';
import { missedReasons } from './report-labels.ts';

export const missedOf = ({ missed }: Pick<HandoffFigures, 'missed'>): number =>
  missedReasons.reduce((sum, reason) => sum + missed[reason], 0);

type Outcomes = Pick<HandoffFigures, 'handoffs' | 'answered' | 'missed'>;

const outcomesOf = (figures: Outcomes): [key: string, amount: number][] => [
  ['answered', figures.answered],
  ...missedReasons.map((reason): [string, number] => [reason, figures.missed[reason]]),
  ['other', figures.handoffs - figures.answered - missedOf(figures)],
];

/** Handoffs by day and outcome, including days without handoffs. */
export const sumOutcomes = ({
  total,
  days,
  byDay,
}: Pick<HandoffReport, 'total' | 'days' | 'byDay'>): UsageTable => {
  const known = new Map(byDay.map((figures) => [figures.day, figures]));
  const amountsOf = (figures: Outcomes | undefined) =>
    Object.fromEntries(figures ? outcomesOf(figures).filter(([, amount]) => amount > 0) : []);
  return {
    series: outcomesOf(total)
      .map(([key, amount]) => ({ key, total: amount }))
      .filter((one) => one.total > 0),
    rows: days.map((day) => ({ day, ...amountsOf(known.get(day)) })),
  };
};
