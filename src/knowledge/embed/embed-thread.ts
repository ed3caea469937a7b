import { setPriority } from 'node:os';
import { serveThread } from '../../lib/thread/thread.ts';
import type { LocalModel } from './local-models.ts';
import { loadOnnxEmbedding, type OnnxEmbedding } from './onnx-embedding.ts';

let loaded: Promise<OnnxEmbedding> | undefined;

/** A third of the share of the event loop when all cores are busy, so that requests are answered as without it. */
const extraPriority = 5;

/** On Linux a priority belongs to a thread. Elsewhere this would be the priority of the whole service. */
const lowerPriority = (): void => {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, extraPriority);
  } catch {
    // Not permitted here. It works without.
  }
};

interface EmbedInput {
  model: LocalModel;
  text: string;
  /** This thread is one of several, for passages. */
  isExtra: boolean;
}

/** One model per thread. The first call loads it. */
const handlers = {
  embed: async ({ model, text, isExtra }: EmbedInput): Promise<Float32Array> => {
    if (isExtra && !loaded) lowerPriority();
    loaded ??= loadOnnxEmbedding(model);
    const embed = await loaded;
    return embed(text);
  },
};

export type EmbedHandlers = typeof handlers;

serveThread(handlers);
