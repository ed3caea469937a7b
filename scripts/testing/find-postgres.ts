import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const debianFolder = '/usr/lib/postgresql';
const oldestMajor = 15;
/** The first pgvector with HNSW indexes. */
const oldestVector = [0, 5];

/**
 * Programs of a PostgreSQL from a Debian package, if it is new enough and has pgvector.
 * @param root root of the file system. Tests pass their own folder.
 */
export function findInstalledPostgres(root = '/'): string | undefined {
  const folder = join(root, debianFolder);
  if (!existsSync(folder)) return undefined;
  const majors = readdirSync(folder).map(Number).filter(Number.isInteger);
  const usable = majors.filter((major) => major >= oldestMajor && hasVector(root, major));
  if (usable.length === 0) return undefined;
  return join(folder, String(Math.max(...usable)), 'bin');
}

function hasVector(root: string, major: number): boolean {
  const control = join(root, `/usr/share/postgresql/${major}/extension/vector.control`);
  if (!existsSync(control)) return false;
  const version = /default_version\s*=\s*'(\d+)\.(\d+)/.exec(readFileSync(control, 'utf8'));
  if (version === null) return false;
  const [first = 0, second = 0] = oldestVector;
  return Number(version[1]) > first || (Number(version[1]) === first && Number(version[2]) >= second);
}
