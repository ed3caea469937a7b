import { type IngestStage, type StageTime, stageTimes } from '../../src/knowledge/ingest/stage-times.ts';

/** How long documents were in each stage, and how long at least one was being embedded. */
export const watchStages = () => {
  const totals: Record<IngestStage, number> = { parse: 0, chunk: 0, embed: 0, store: 0 };
  let embeddingMs = 0;
  let embeddedUntil = 0;
  const listen = (message: unknown): void => {
    const { stage, elapsedMs } = message as StageTime;
    totals[stage] += elapsedMs;
    if (stage !== 'embed') return;
    // Published in the order of their ends, so an overlap with an earlier one is before that one's end.
    const now = performance.now();
    embeddingMs += now - Math.max(now - elapsedMs, embeddedUntil);
    embeddedUntil = now;
  };
  stageTimes.subscribe(listen);
  return {
    stop: () => {
      stageTimes.unsubscribe(listen);
      return { totals, embeddingMs };
    },
  };
};
