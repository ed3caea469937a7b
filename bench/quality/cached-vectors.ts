import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConfidentEmbedder } from '../../src/knowledge/embed/index.ts';

const folder = join(tmpdir(), 'frontdesk-quality-vectors');
/** The queue of an embedder rejects more than 1,000 waiting queries of one owner. */
const batchSize = 500;
const never = new AbortController().signal;

const readBytes = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path);
  } catch {
    return undefined;
  }
};

/** Embedding takes minutes and always gives the same vectors: they are cached in the system's temporary folder. */
export const embedRemembered = async (
  embedder: ConfidentEmbedder,
  texts: readonly string[],
  kind: 'query' | 'passage',
): Promise<Float32Array[]> => {
  const key = createHash('sha256')
    .update(JSON.stringify([embedder.modelId, kind, texts]))
    .digest('hex');
  const path = join(folder, `${key}.f32`);
  const known = readBytes(path);
  if (known !== undefined) {
    const values = new Float32Array(known.buffer.slice(known.byteOffset, known.byteOffset + known.length));
    return texts.map((_, at) => values.slice(at * embedder.dimension, (at + 1) * embedder.dimension));
  }
  const begunMs = performance.now();
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += batchSize)
    vectors.push(...(await embedder.embed(texts.slice(at, at + batchSize), kind, never)));
  const perSecond = Math.round((texts.length * 1000) / (performance.now() - begunMs));
  console.error(`embedded ${texts.length} texts by ${embedder.modelId}: ${perSecond} a second`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    path,
    Buffer.concat(vectors.map((vector) => Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength))),
  );
  return vectors;
};
