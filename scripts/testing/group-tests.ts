import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Larger groups would leave one core idle at the end of the run. */
const filesPerGroup = 12;
/** Most of their work happens in processes they start (browsers, killed services), so they get a process each. */
const apartFolders = ['test/e2e/', 'test/faults/', 'test/abuse/'];
/** A file whose tests need a new process starts with this comment and the reason. */
const apartMark = '// In a process of its own: ';

/**
 * Groups neighbouring files that run in one process each: loading the service takes
 * longer than most files' tests. The files that take longest come first.
 */
export function groupTestFiles(root: string, files: readonly string[]): string[][] {
  const isApart = (file: string): boolean =>
    apartFolders.some((folder) => file.startsWith(folder)) ||
    readFileSync(join(root, file), 'utf8').startsWith(apartMark);
  const groups: string[][] = [];
  const unfinished = new Map<string, string[]>();
  for (const file of files) {
    const [top = '', second = ''] = file.split('/');
    const part = top === 'test' ? second : top;
    const group = unfinished.get(part);
    if (isApart(file)) groups.push([file]);
    else if (group && group.length < filesPerGroup) group.push(file);
    else {
      const started = [file];
      unfinished.set(part, started);
      groups.push(started);
    }
  }
  const isOfServices = ([first]: string[]): boolean => first?.startsWith('test/') === true;
  return [...groups.filter(isOfServices), ...groups.filter((group) => !isOfServices(group))];
}

/** A file for node's test runner in place of each group. A file alone stays as it is. */
export function writeTestGroups(root: string, groups: readonly string[][], folder: string): string[] {
  return groups.map((files, index) => {
    const [first = '', ...others] = files;
    if (others.length === 0) return first;
    const path = join(folder, `${index}-${dirname(first).replaceAll('/', '-')}.test.mjs`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, groupSource(root, files));
    return path;
  });
}

/** A suite per file limits hooks to the tests of their file, and names a file that cannot be loaded. */
function groupSource(root: string, files: readonly string[]): string {
  const suites = files.map((file) => {
    const address = pathToFileURL(resolve(root, file)).href;
    return `describe(${JSON.stringify(file)}, async () => { await import(${JSON.stringify(address)}); });`;
  });
  return [`import { describe } from 'node:test';`, ...suites, ''].join('\n');
}
