import { channel } from 'node:diagnostics_channel';

export type IngestStage = 'parse' | 'chunk' | 'embed' | 'store';

export interface StageTime {
  stage: IngestStage;
  elapsedMs: number;
}

/** Durations of the stages between upload and search. Measured only while there are subscribers. */
export const stageTimes = channel('frontdesk:knowledge:stage');

export const timeStage = async <Result>(stage: IngestStage, work: () => Promise<Result>): Promise<Result> => {
  if (!stageTimes.hasSubscribers) return work();
  const begun = performance.now();
  try {
    return await work();
  } finally {
    stageTimes.publish({ stage, elapsedMs: performance.now() - begun } satisfies StageTime);
  }
};
