import { dirname, join, relative } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { escapeToAscii } from './escape-to-ascii.ts';
import { builtNameOf, entryReference, findEntries } from './find-entries.ts';

export interface Bundle {
  files: { name: string; code: string }[];
  /** The program among the files. */
  program: string;
  /** The source files, relative to the root. Packages are not included. */
  sources: string[];
}

/** A package that starts threads from its own files. */
const separatePackages = ['pino'];

const isPackageName = (specifier: string): boolean => /^(?:@[\w-]+\/)?[\w-]/.test(specifier);
const packageOf = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)![0];
const isInPackage = (path: string): boolean => /[\\/]node_modules[\\/]/.test(path);

/** The package of a module in node_modules, without its scope. */
const packageInPath = (path: string): string | null =>
  /.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?([^\\/]+)/.exec(path)?.[1] ?? null;

/** Packages that are imported when they are needed stay in node_modules: they may have native code and assets. */
const keepSeparate: Plugin = {
  name: 'keep-packages-separate',
  resolveId(specifier, importer, { kind }) {
    if (!importer || !isPackageName(specifier)) return undefined;
    const isLoadedLater = kind === 'dynamic-import' && !isInPackage(importer);
    return isLoadedLater || separatePackages.includes(packageOf(specifier))
      ? { id: specifier, external: true }
      : undefined;
  },
};

/** What finds files by the place of its own module. */
const findsFiles = /\b(?:__dirname|import\.meta|require\.resolve|new Worker)\b|\.(?:node|wasm)['"`]/;

/** Assets stay where they are in src; threads and processes are built too, into the same folder. */
const keepPlaces = (root: string, depth: number): Plugin => ({
  name: 'keep-places',
  transform(code, path) {
    if (isInPackage(path)) {
      const found = findsFiles.exec(code)?.[0];
      if (found) this.error(`${path} uses ${found}: add its package to separatePackages`);
      return undefined;
    }
    const own = relative(root, path).replaceAll('\\', '/');
    const place = '../'.repeat(depth) + own;
    const builtAddress = (_: string, target: string): string =>
      `new URL('./${builtNameOf(join(dirname(own), target).replaceAll('\\', '/'))}', IMPORT_META.url)`;
    return code
      .replaceAll(entryReference, builtAddress)
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`)
      .replaceAll('IMPORT_META.url', 'import.meta.url');
  },
});

/** The service itself, with the packages that every start needs. */
const bundleProgram = async (root: string, depth: number): Promise<OutputChunk[]> => {
  await using bundle = await rolldown({
    input: join(root, 'src/cli/program.ts'),
    platform: 'node',
    plugins: [keepSeparate, keepPlaces(root, depth)],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    comments: false,
    codeSplitting: { groups: [{ name: packageInPath, debugName: 'packages' }] },
  });
  return output.filter((file) => file.type === 'chunk');
};

/** The threads and processes that the service starts. Many of their packages have native code, so all stay in node_modules. */
const bundleEntries = async (root: string, depth: number): Promise<OutputChunk[]> => {
  await using bundle = await rolldown({
    input: Object.fromEntries(
      findEntries(root).map((path) => [builtNameOf(path).replace(/\.js$/, ''), join(root, path)]),
    ),
    platform: 'node',
    external: (specifier, importer) => importer !== undefined && isPackageName(specifier),
    plugins: [keepPlaces(root, depth)],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    comments: false,
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[name]-[hash].js',
  });
  return output.filter((file) => file.type === 'chunk');
};

/**
 * The service and what it starts, as a few files of JavaScript. `depth` is the number of folders from the root to the folder of
 * these files. Names and lines stay, so that stack traces can be read.
 */
export const bundleServer = async (root: string, depth: number): Promise<Bundle> => {
  const [program, entries] = await Promise.all([bundleProgram(root, depth), bundleEntries(root, depth)]);
  const chunks = [...program, ...entries];
  const names = chunks.map(({ fileName }) => fileName);
  const repeated = names.filter((name, index) => names.indexOf(name) !== index);
  if (repeated.length > 0) throw new Error(`Two built files have the name ${repeated[0]}`);
  return {
    files: chunks.map(({ fileName, code }) => ({ name: fileName, code: escapeToAscii(code) })),
    program: program.find(({ isEntry }) => isEntry)!.fileName,
    sources: [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))]
      .filter((path) => path.startsWith(root) && !isInPackage(path))
      .map((path) => relative(root, path).replaceAll('\\', '/'))
      .sort(),
  };
};
