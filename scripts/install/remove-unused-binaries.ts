/**
 * Removes native files that this machine does not need from node_modules, about 350 MB: libraries for other platforms,
 * and the C headers of Node. Runs after `npm install`.
 */
import { existsSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

const packages = join(import.meta.dirname, '../../node_modules');
const { platform, arch } = process;

const namesIn = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? await readdir(folder) : [];

/** onnxruntime-node contains `bin/<interface version>/<platform>/<architecture>`. */
const removeForeignRuntimes = async (): Promise<void> => {
  const bin = join(packages, 'onnxruntime-node/bin');
  for (const version of await namesIn(bin))
    for (const system of await namesIn(join(bin, version)))
      for (const processor of await namesIn(join(bin, version, system)))
        if (system !== platform || processor !== arch)
          await rm(join(bin, version, system, processor), { recursive: true });
};

/** liteparse contains the library of the machine that published it, and loads it only if no package of the platform exists. */
const removeBundledParser = async (): Promise<void> => {
  const parser = join(packages, '@llamaindex/liteparse');
  const siblings = await namesIn(join(packages, '@llamaindex'));
  if (!siblings.some((name) => name.startsWith(`liteparse-${platform}-${arch}`))) return;
  for (const name of await namesIn(parser))
    if (/\.(node|so|dylib|dll)$/.test(name)) await rm(join(parser, name));
};

/** The C headers of the package `node`. They are used only to compile native packages, and there is none. */
const removeHeaders = async (): Promise<void> => {
  const setUp = join(packages, 'node/node_modules');
  for (const name of (await namesIn(setUp)).filter((name) => name.startsWith('node-')))
    await rm(join(setUp, name, 'include'), { recursive: true, force: true });
};

await removeForeignRuntimes();
await removeBundledParser();
await removeHeaders();
