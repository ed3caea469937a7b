import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockEntry {
  version?: string;
  license?: string;
  dev?: boolean;
  link?: boolean;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export interface NoticedPackage {
  name: string;
  version: string;
  licence: string;
  /** Its folder below the root of the repository. */
  folder: string;
}

type Packages = Record<string, LockEntry>;

const folderName = 'node_modules/';

/** Resolved like Node does: from the package's folder upwards. */
const resolveFrom = (packages: Packages, from: string, name: string): string | undefined => {
  for (let folder = from; ; folder = folder.slice(0, folder.lastIndexOf(`/${folderName}`))) {
    const path = `${folder === '' ? '' : `${folder}/`}${folderName}${name}`;
    if (packages[path]) return path;
    if (!folder.includes(`/${folderName}`)) {
      const top = folderName + name;
      return packages[top] ? top : undefined;
    }
  }
};

const withDependencies = (packages: Packages, roots: readonly string[]): Set<string> => {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    const { dependencies = {}, peerDependencies = {} } = packages[path]!;
    for (const name of Object.keys({ ...dependencies, ...peerDependencies })) {
      const target = resolveFrom(packages, path, name);
      if (target) visit(target);
    }
  };
  for (const root of roots) visit(root);
  return found;
};

const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Packages that the built pages contain, because the sources of the pages import them. */
const importedByPages = (root: string): string[] => {
  const names = new Set<string>();
  const imports = /^\s*(?:import|export)\s+(?!type\s)(?:[^'";]*?\sfrom\s+)?'([^'./][^']*)'/gm;
  for (const file of globSync('web/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.test\.tsx?$|config\.ts$/.test(file)) continue;
    for (const [, specifier] of readFileSync(join(root, file), 'utf8').matchAll(imports))
      if (!specifier!.startsWith('node:')) names.add(packageOf(specifier!));
  }
  return [...names].sort();
};

/** Packages installed with the service or built into its pages, from the lock file. Sorted by name. */
export const listPackages = (root: string): NoticedPackage[] => {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Packages };
  const { packages } = lock;
  const installed = Object.keys(packages).filter((path) => path !== '' && !packages[path]!.dev);
  const bundled = importedByPages(root).map((name) => {
    const path = folderName + name;
    if (!packages[path]) throw new Error(`The pages import ${name}, which the lock file does not have`);
    return path;
  });
  const paths = new Set([...installed, ...withDependencies(packages, bundled)]);
  return [...paths]
    .filter((path) => !packages[path]!.link)
    .map((path) => ({
      name: path.slice(path.lastIndexOf(folderName) + folderName.length),
      version: packages[path]!.version ?? '',
      licence: packages[path]!.license ?? 'see its text',
      folder: path,
    }))
    .sort((one, other) => (`${one.name}@${one.version}` < `${other.name}@${other.version}` ? -1 : 1));
};
