import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Context size of the usual models, including special tokens. */
const windowTokens = 512;
/** A question takes at most half of them, so that there is room for a passage. */
const mostQueryTokens = windowTokens / 2;
/** Far more characters than the context holds. Tokenising a megabyte would only cost time. */
const longestText = 20_000;

/** The folder has no usable model. The message is for the person who configured it. */
export class ModelFolderError extends Error {
  override readonly name = 'ModelFolderError';
}

export interface CrossEncoder {
  /** A score in [0, 1] for each text, in order. */
  score(query: string, texts: readonly string[]): Promise<number[]>;
}

interface Encoded {
  ids: number[];
  types: number[];
}

const requireFile = async (folder: string, name: string): Promise<string> => {
  const path = join(folder, name);
  await access(path).catch(() => {
    throw new ModelFolderError(`there is no readable ${name} in the folder`);
  });
  return path;
};

const openTokenizer = async (path: string): Promise<Tokenizer> => {
  try {
    return new Tokenizer(JSON.parse(await readFile(path, 'utf8')), {});
  } catch (error) {
    throw new ModelFolderError('tokenizer.json is not a supported tokenizer', { cause: error });
  }
};

const openSession = async (path: string): Promise<InferenceSession> => {
  try {
    // By path, so that external weights (model.onnx_data) are found and nothing is copied.
    return await InferenceSession.create(path, { intraOpNumThreads: 1, interOpNumThreads: 1 });
  } catch (error) {
    throw new ModelFolderError('model.onnx cannot be loaded', { cause: error });
  }
};

const knownInputs = ['input_ids', 'attention_mask', 'token_type_ids'];

const checkInputs = ({ inputNames }: InferenceSession): void => {
  const unknown = inputNames.filter((name) => !knownInputs.includes(name));
  if (unknown.length > 0 || !inputNames.includes('input_ids'))
    throw new ModelFolderError(`model.onnx takes ${inputNames.join(', ')}; a cross-encoder takes input_ids`);
};

const sigmoid = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** One logit, or two: for "does not answer" and "answers". */
const scoreOf = ({ data }: Tensor): number => {
  const logits = data as Float32Array;
  const logit = logits.length === 2 ? logits[1]! - logits[0]! : logits[0];
  if (logits.length > 2 || logit === undefined || typeof logit !== 'number' || Number.isNaN(logit))
    throw new ModelFolderError('model.onnx does not give one score for a pair: it is not a cross-encoder');
  return sigmoid(logit);
};

const tensorOf = (values: readonly number[]): Tensor =>
  new Tensor('int64', BigInt64Array.from(values, BigInt), [1, values.length]);

/**
 * A cross-encoder in the usual export format. Pairs run one at a time: measured on one core with 256 tokens,
 * a pair takes 27 ms alone, 30 in a batch of 4 and 47 in a batch of 16, before any padding. int8 models scale
 * over the whole batch, so a score would also depend on the other pairs.
 */
export const loadCrossEncoder = async (folder: string): Promise<CrossEncoder> => {
  const [modelPath, tokenizerPath] = await Promise.all([
    requireFile(folder, 'model.onnx'),
    requireFile(folder, 'tokenizer.json'),
  ]);
  const tokenizer = await openTokenizer(tokenizerPath);
  const session = await openSession(modelPath);
  checkInputs(session);

  const cutQuery = (query: string): string => {
    const { ids } = tokenizer.encode(query, { add_special_tokens: false });
    return ids.length <= mostQueryTokens
      ? query
      : tokenizer.decode(ids.slice(0, mostQueryTokens), { skip_special_tokens: true });
  };

  /** The passage is last, so cutting the pair before its final special token cuts only the passage. */
  const encode = (query: string, text: string): Encoded => {
    const { ids, token_type_ids: types } = tokenizer.encode(query, {
      text_pair: text,
      return_token_type_ids: true,
    });
    if (ids.length <= windowTokens) return { ids, types };
    return {
      ids: [...ids.slice(0, windowTokens - 1), ids.at(-1)!],
      types: types.slice(0, windowTokens),
    };
  };

  const scorePair = async (query: string, text: string): Promise<number> => {
    const { ids, types } = encode(query, text.slice(0, longestText).toWellFormed());
    const inputs: Record<string, Tensor> = {
      input_ids: tensorOf(ids),
      attention_mask: tensorOf(ids.map(() => 1)),
      token_type_ids: tensorOf(types),
    };
    const outputs = await session.run(
      Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]!])),
    );
    return scoreOf(outputs[session.outputNames[0]!]!);
  };

  return {
    score: async (query, texts) => {
      const asked = cutQuery(query.slice(0, longestText).toWellFormed());
      const scores: number[] = [];
      for (const text of texts) scores.push(await scorePair(asked, text));
      return scores;
    },
  };
};
