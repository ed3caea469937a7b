import { addHistogram, type Histogram } from './histogram.ts';

/** Sums of a day. */
export const counterNames = [
  'rounds',
  'failedRounds',
  'messagesToPeople',
  'feedbackGood',
  'feedbackBad',
  'qualityUnresolved',
  'qualityPartial',
  'qualityFull',
  'costNano',
  'nothingFound',
  'conversations',
  'handedOff',
  'unresolved',
  'handoffs',
  'handoffsAnswered',
  'handoffsOpen',
  'missedNotTaken',
  'missedNoReply',
  'missedUserLeft',
  'missedUnreachable',
  'stars1',
  'stars2',
  'stars3',
  'stars4',
  'stars5',
  'toolCalls',
  'toolFailures',
] as const;

/** Durations in milliseconds: of a round, until its first text, until the first reply of a person. */
export const durationNames = ['durations', 'firstTokens', 'waits'] as const;

/** `absences`: active users by the days since their previous active day; 0: new users. */
export const histogramNames = [...durationNames, 'absences'] as const;

export type CounterName = (typeof counterNames)[number];
export type DurationName = (typeof durationNames)[number];
export type HistogramName = (typeof histogramNames)[number];

export interface Figures {
  counters: Record<CounterName, number>;
  histograms: Record<HistogramName, Histogram>;
}

export const noFigures = (): Figures => ({
  counters: Object.fromEntries(counterNames.map((name) => [name, 0])) as Figures['counters'],
  histograms: { durations: new Map(), firstTokens: new Map(), waits: new Map(), absences: new Map() },
});

export const addFigures = (to: Figures, from: Figures): void => {
  for (const name of counterNames) to.counters[name] += from.counters[name];
  for (const name of histogramNames) addHistogram(to.histograms[name], from.histograms[name]);
};

export const isZero = ({ counters, histograms }: Figures): boolean =>
  counterNames.every((name) => counters[name] === 0) &&
  histogramNames.every((name) => histograms[name].size === 0);
