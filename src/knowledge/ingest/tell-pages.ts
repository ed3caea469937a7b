import type { Clock } from '../../lib/clock.ts';
import type { ReadingProgress } from '../../recognition/index.ts';

/** Whoever watches a document wants to see it move, not every page of a thousand. */
const intervalMs = 500;

/** Passes on which page is being read, one report at a time, and none once reading is over. */
export const createPageTeller = (
  { nowMs }: Pick<Clock, 'nowMs'>,
  tell: (progress: ReadingProgress) => Promise<void>,
) => {
  let telling: Promise<void> | undefined;
  let toldAtMs = Number.NEGATIVE_INFINITY;

  return {
    onProgress: (progress: ReadingProgress): void => {
      if (telling || nowMs() - toldAtMs < intervalMs) return;
      toldAtMs = nowMs();
      telling = tell(progress)
        // A report that fails is no reason to fail the document; whatever is wrong shows at the next stage.
        .catch(() => {})
        .finally(() => {
          telling = undefined;
        });
    },
    /** The last report is through: it cannot overtake what is told next. */
    end: async (): Promise<void> => telling,
  };
};
