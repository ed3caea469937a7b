import type { Clock } from '../../lib/clock.ts';
import type { ReadingProgress } from '../../recognition/index.ts';

/** Often enough to show progress, without a report for every page. */
const intervalMs = 500;

/** Reports the current page, one report at a time, and none after reading has ended. */
export const createPageProgress = (
  { nowMs }: Pick<Clock, 'nowMs'>,
  report: (progress: ReadingProgress) => Promise<void>,
) => {
  let reporting: Promise<void> | undefined;
  let reportedAtMs = Number.NEGATIVE_INFINITY;

  return {
    onProgress: (progress: ReadingProgress): void => {
      if (reporting || nowMs() - reportedAtMs < intervalMs) return;
      reportedAtMs = nowMs();
      reporting = report(progress)
        // A failed report must not fail the document. A lasting problem shows at the next stage.
        .catch(() => {})
        .finally(() => {
          reporting = undefined;
        });
    },
    /** Waits for the last report, so that it cannot overwrite a later state. */
    end: async (): Promise<void> => reporting,
  };
};
