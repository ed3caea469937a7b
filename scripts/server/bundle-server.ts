import { dirname, join, relative } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { escapeToAscii } from './escape-to-ascii.ts';

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

/** Own modules find threads, child processes and assets where they are in src. */
const keepPlaces = (root: string, depth: number): Plugin => ({
  name: 'keep-places',
  transform(code, path) {
    if (isInPackage(path)) {
      const found = findsFiles.exec(code)?.[0];
      if (found) this.error(`${path} uses ${found}: add its package to separatePackages`);
      return undefined;
    }
    const place = '../'.repeat(depth) + relative(root, path).replaceAll('\\', '/');
    return code
      .replaceAll('import.meta.dirname', `(import.meta.dirname + ${JSON.stringify(`/${dirname(place)}`)})`)
      .replaceAll('import.meta.url', `new URL(${JSON.stringify(place)}, import.meta.url).href`);
  },
});

/**
 * The service and the packages that every start needs, as a few files of JavaScript. `depth` is the number of folders
 * from the root to the folder of these files. Names and lines stay, so that stack traces can be read.
 */
export const bundleServer = async (root: string, depth: number): Promise<Bundle> => {
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
  const chunks = output.filter((file) => file.type === 'chunk');
  return {
    files: chunks.map(({ fileName, code }) => ({ name: fileName, code: escapeToAscii(code) })),
    program: chunks.find(({ isEntry }) => isEntry)!.fileName,
    sources: [...new Set(chunks.flatMap(({ moduleIds }) => moduleIds))]
      .filter((path) => path.startsWith(root) && !isInPackage(path))
      .map((path) => relative(root, path).replaceAll('\\', '/'))
      .sort(),
  };
};
