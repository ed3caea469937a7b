import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { LocalModel } from './local-models.ts';
import { toUnitLength } from './unit-length.ts';

/** Context size of the models, including two special tokens. */
const windowTokens = 512;
/** Longer texts are cut: more text adds nothing to the meaning and costs 60 ms per window. */
const mostWindows = 16;
const longestText = 60_000;

export type OnnxEmbedding = (text: string) => Promise<Float32Array>;

const readChecked = async ({ path, sha256 }: { path: string; sha256: string }): Promise<Buffer> => {
  const bytes = await readFile(path);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`The model file ${path} is not the one expected (sha256 ${found})`);
  return bytes;
};

/** Windows of nearly the same length, so that a short last one does not get too much weight. */
const windowsOf = (ids: number[]): number[][] => {
  const room = windowTokens - 2;
  const kept = ids.slice(0, mostWindows * room);
  const size = Math.max(1, Math.ceil(kept.length / Math.max(1, Math.ceil(kept.length / room))));
  const windows: number[][] = [];
  for (let at = 0; at === 0 || at < kept.length; at += size) windows.push(kept.slice(at, at + size));
  return windows;
};

/**
 * One text at a time: measured on passages, a batch of 16 takes twice the time of 16 single runs (padding, and
 * caches that are too small). int8 models also scale their activations over the whole batch, so a vector would
 * depend on the other texts (cosine 0.991 to itself). Alone, the same text always gives the same vector.
 */
export const loadOnnxEmbedding = async (
  model: Pick<LocalModel, 'weights' | 'tokenizer' | 'pooling' | 'dimension'>,
): Promise<OnnxEmbedding> => {
  const [weights, vocabulary] = await Promise.all([readChecked(model.weights), readChecked(model.tokenizer)]);
  const tokenizer = new Tokenizer(JSON.parse(vocabulary.toString('utf8')), {});
  const first = tokenizer.token_to_id('[CLS]');
  const last = tokenizer.token_to_id('[SEP]');
  if (first === undefined || last === undefined) throw new Error('The vocabulary has no special tokens');
  // One thread per session: the service shares the cores, and the threads of a session spin while they wait.
  const session = await InferenceSession.create(weights, { intraOpNumThreads: 1, interOpNumThreads: 1 });

  const embedWindow = async (window: number[]): Promise<Float32Array> => {
    const ids = BigInt64Array.from([first, ...window, last], BigInt);
    const shape = [1, ids.length];
    const { last_hidden_state: hidden } = await session.run({
      input_ids: new Tensor('int64', ids, shape),
      attention_mask: new Tensor('int64', new BigInt64Array(ids.length).fill(1n), shape),
      token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape),
    });
    const values = hidden!.data as Float32Array;
    if (model.pooling === 'first') return toUnitLength(values.slice(0, model.dimension));
    const sum = new Float32Array(model.dimension);
    for (let at = 0; at < values.length; at++) sum[at % model.dimension]! += values[at]!;
    return toUnitLength(sum);
  };

  return async (text) => {
    const { ids } = tokenizer.encode(text.slice(0, longestText).toWellFormed(), {
      add_special_tokens: false,
    });
    const sum = new Float32Array(model.dimension);
    for (const window of windowsOf(ids)) {
      const vector = await embedWindow(window);
      for (let at = 0; at < sum.length; at++) sum[at]! += vector[at]! * (window.length || 1);
    }
    return toUnitLength(sum);
  };
};
