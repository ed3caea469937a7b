import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The parts of the protobuf encoding that an ONNX file uses. */
const varint = (value: number): Buffer => {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 0x80);
  return Buffer.from([...bytes, rest]);
};
const field = (number: number, value: number | string | Buffer): Buffer => {
  if (typeof value === 'number') return Buffer.concat([varint(number * 8), varint(value)]);
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
};
const message = (...fields: [number, number | string | Buffer][]): Buffer =>
  Buffer.concat(fields.map(([number, value]) => field(number, value)));

const int64 = 7;
const float32 = 1;

const valueInfo = (name: string, type: number, dimensions: (string | number)[]): Buffer => {
  const shape = message(
    ...dimensions.map((one): [number, Buffer] => [
      1,
      typeof one === 'number' ? message([1, one]) : message([2, one]),
    ]),
  );
  return message([1, name], [2, message([1, message([1, type], [2, shape])])]);
};

const node = (type: string, inputs: string[], output: string, attributes: Buffer[] = []): Buffer =>
  message(
    ...inputs.map((name): [number, string] => [1, name]),
    [2, output],
    [4, type],
    ...attributes.map((attribute): [number, Buffer] => [5, attribute]),
  );
const intAttribute = (name: string, value: number): Buffer => message([1, name], [3, value], [20, 2]);
const intsAttribute = (name: string, value: number): Buffer => message([1, name], [8, value], [20, 7]);

type Form = 'one' | 'per token' | 'without token types';

const modelOf = (weights: readonly number[], form: Form): Buffer => {
  const initializer = message(
    [1, weights.length],
    [2, float32],
    [8, 'weights'],
    [9, Buffer.from(Float32Array.from(weights).buffer)],
  );
  const perToken = form === 'per token';
  const hasTypes = form !== 'without token types';
  const weighed = perToken ? 'logits' : 'counted';
  const graph = message(
    [1, node('Gather', ['weights', 'input_ids'], 'weighed')],
    [
      1,
      node('Cast', [hasTypes ? 'token_type_ids' : 'attention_mask'], 'counts', [intAttribute('to', float32)]),
    ],
    [1, node('Mul', ['weighed', 'counts'], weighed)],
    ...(perToken
      ? []
      : ([
          [
            1,
            node('ReduceSum', ['counted'], 'logits', [intsAttribute('axes', 1), intAttribute('keepdims', 1)]),
          ],
        ] as [number, Buffer][])),
    [2, 'cross-encoder'],
    [5, initializer],
    [11, valueInfo('input_ids', int64, ['batch', 'tokens'])],
    [11, valueInfo('attention_mask', int64, ['batch', 'tokens'])],
    ...(hasTypes
      ? ([[11, valueInfo('token_type_ids', int64, ['batch', 'tokens'])]] as [number, Buffer][])
      : []),
    [12, valueInfo('logits', float32, ['batch', perToken ? 'tokens' : 1])],
  );
  return message([1, 7], [7, graph], [8, message([1, ''], [2, 11])]);
};

const marks = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];

const tokenizerOf = (words: readonly string[]) => ({
  version: '1.0',
  added_tokens: marks.map((content, id) => ({
    id,
    content,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  })),
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: {
    type: 'TemplateProcessing',
    single: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
    ],
    pair: [
      { SpecialToken: { id: '[CLS]', type_id: 0 } },
      { Sequence: { id: 'A', type_id: 0 } },
      { SpecialToken: { id: '[SEP]', type_id: 0 } },
      { Sequence: { id: 'B', type_id: 1 } },
      { SpecialToken: { id: '[SEP]', type_id: 1 } },
    ],
    special_tokens: {
      '[CLS]': { id: '[CLS]', ids: [2], tokens: ['[CLS]'] },
      '[SEP]': { id: '[SEP]', ids: [3], tokens: ['[SEP]'] },
    },
  },
  decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
  model: {
    type: 'WordPiece',
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
    vocab: Object.fromEntries([...marks, ...words].map((word, id) => [word, id])),
  },
});

/**
 * A small hand-written cross-encoder in the form of exported models: the logit of a pair is the
 * sum of the weights of the passage's words. With "per token" it returns a number for each token, as encoders and models
 * for late interaction do. With "without token types" it counts the words of the question too.
 */
export const makeCrossEncoder = async (
  folder: string,
  words: Record<string, number>,
  form: Form = 'one',
): Promise<void> => {
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'model.onnx'),
    modelOf([...marks.map(() => 0), ...Object.values(words)], form),
  );
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tokenizerOf(Object.keys(words))));
};
