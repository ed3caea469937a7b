import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { speechSampleRate } from '../audio/sound.ts';
import type { HeardPiece } from './is-understood.ts';

const weights = new URL('./model/tiny/quantized/', import.meta.resolve('@moonshine-ai/moonshine-js'));
const encoderSha256 = 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a';
const decoderSha256 = 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367';

const layers = 6;
const heads = 8;
const headSize = 36;
const firstToken = 1;
const lastToken = 2;
/** Longer output means that the decoder is stuck. */
const tokensPerSecond = 6.5;

const options = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  enableCpuMemArena: false,
  enableMemPattern: false,
};

const open = async (name: string, sha256: string): Promise<InferenceSession> => {
  const bytes = await readFile(new URL(name, weights));
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual !== sha256)
    throw new Error(`The speech model ${name} is not the expected one: sha256 ${actual}`);
  return InferenceSession.create(bytes, options);
};

type Cache = Record<string, Tensor>;

const emptyCache = (): Cache => {
  const cache: Cache = {};
  for (let layer = 0; layer < layers; layer += 1)
    for (const side of ['decoder', 'encoder'])
      for (const half of ['key', 'value'])
        cache[`past_key_values.${layer}.${side}.${half}`] = new Tensor('float32', new Float32Array(0), [
          0,
          heads,
          1,
          headSize,
        ]);
  return cache;
};

const likeliest = (logits: Float32Array): number => {
  let token = 0;
  for (let index = 1; index < logits.length; index += 1) if (logits[index]! > logits[token]!) token = index;
  return token;
};

const logProbabilityOf = (logits: Float32Array, token: number): number => {
  const largest = logits[token]!;
  let sum = 0;
  for (const logit of logits) sum += Math.exp(logit - largest);
  return -Math.log(sum);
};

/** Moonshine tiny: an encoder over the waveform, and a decoder that writes one token after another. */
export const openMoonshine = async () => {
  const encoder = await open('encoder_model.onnx', encoderSha256);
  const decoder = await open('decoder_model_merged.onnx', decoderSha256);

  return async (samples: Float32Array): Promise<HeardPiece> => {
    const { last_hidden_state: encoded } = await encoder.run({
      input_values: new Tensor('float32', samples, [1, samples.length]),
    });
    const longest = Math.max(1, Math.floor((samples.length / speechSampleRate) * tokensPerSecond));
    const cache = emptyCache();
    const tokens: number[] = [];
    let logProbability = 0;
    let next = firstToken;
    while (tokens.length < longest) {
      const isFirst = tokens.length === 0;
      const output = await decoder.run({
        input_ids: new Tensor('int64', BigInt64Array.of(BigInt(next)), [1, 1]),
        encoder_hidden_states: encoded!,
        use_cache_branch: new Tensor('bool', [!isFirst], [1]),
        ...cache,
      });
      const logits = output.logits!.data as Float32Array;
      const token = likeliest(logits);
      if (token === lastToken) break;
      tokens.push(token);
      logProbability += logProbabilityOf(logits, token);
      next = token;
      for (const name of Object.keys(cache)) {
        // The encoder's cache is returned once. Later runs return it empty.
        if (isFirst || name.includes('.decoder.'))
          cache[name] = output[name.replace('past_key_values', 'present')]!;
      }
    }
    return { tokens, logProbability };
  };
};

export type Moonshine = Awaited<ReturnType<typeof openMoonshine>>;
