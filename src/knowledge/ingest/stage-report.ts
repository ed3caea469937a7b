/** Shorter stages are not reported: a report costs as much as a small document. */
const delayMs = 200;

/** Reports the stage of a document when it has lasted for a moment, and never after the stage has ended. */
export const createStageReport = <Progress>(report: (progress: Progress) => Promise<void>) => {
  let timer: NodeJS.Timeout | undefined;
  let reporting: Promise<void> | undefined;

  /** Waits for a running report, so that it cannot overwrite a later state. */
  const end = async (): Promise<void> => {
    clearTimeout(timer);
    await reporting;
  };

  return {
    enter: async (progress: Progress): Promise<void> => {
      await end();
      timer = setTimeout(() => {
        // A failed report must not fail the document. A lasting problem shows when chunks are stored.
        reporting = report(progress).catch(() => {});
      }, delayMs);
    },
    end,
  };
};

export type StageReport<Progress> = ReturnType<typeof createStageReport<Progress>>;
