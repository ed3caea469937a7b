import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorTable } from '../../src/lib/errors.ts';
import { faultPoints } from '../../src/lib/fault-point.ts';

/** What the processes of a run recorded, in lines: numbers, and the names that no test reached. */
export const describeBehaviour = (folder: string): string[] => {
  const reached = new Set(
    globSync('*.json', { cwd: folder }).flatMap(
      (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as string[],
    ),
  );
  const routes = [...reached]
    .filter((entry) => entry.startsWith('known route '))
    .map((entry) => entry.slice('known route '.length));
  const kinds = { route: routes, error: Object.keys(errorTable), 'fault point': Object.keys(faultPoints) };
  return Object.entries(kinds).flatMap(([kind, names]) => {
    const missed = names.filter((name) => !reached.has(`${kind} ${name}`)).sort();
    const line = `Tests reached ${names.length - missed.length} of ${names.length} ${kind}s`;
    return [line, ...missed.map((name) => `  not reached: ${name}`)];
  });
};
