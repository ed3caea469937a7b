import { matchGlob } from '../crawl/match-glob.ts';

interface SelectPathsInput {
  paths: readonly string[];
  include: readonly string[];
  exclude: readonly string[];
}

/** `docs/**`, `/docs/**` and `**` + `/*.md` all match files as their authors expect: with and without the first slash. */
const matches = (pattern: string, path: string): boolean =>
  matchGlob(pattern, path) || matchGlob(pattern, `/${path}`);

/** Why each path is not read, or null. Runs in a thread, because operators write the patterns. */
export const selectPaths = ({
  paths,
  include,
  exclude,
}: SelectPathsInput): ('excluded' | 'not-included' | null)[] =>
  paths.map((path) => {
    if (exclude.some((pattern) => matches(pattern, path))) return 'excluded';
    if (include.length > 0 && !include.some((pattern) => matches(pattern, path))) return 'not-included';
    return null;
  });
