import { serveThread } from '../../lib/thread/thread.ts';
import type { LocalModel } from './local-models.ts';
import { loadOnnxEmbedding, type OnnxEmbedding } from './onnx-embedding.ts';

let loaded: Promise<OnnxEmbedding> | undefined;

/** One model per thread. The first call loads it. */
const handlers = {
  embed: async ({ model, text }: { model: LocalModel; text: string }): Promise<Float32Array> => {
    loaded ??= loadOnnxEmbedding(model);
    const embed = await loaded;
    return embed(text);
  },
};

export type EmbedHandlers = typeof handlers;

serveThread(handlers);
