import { runCommand } from './run-command.ts';

/** Files that differ from the commit, and new ones that git does not know yet. Undefined if git cannot tell. */
export const changedFiles = async (revision: string): Promise<string[] | undefined> => {
  const [changed, added] = await Promise.all([
    runCommand('git', ['diff', '--name-only', '--relative', revision, '--']),
    runCommand('git', ['ls-files', '--others', '--exclude-standard']),
  ]);
  if (changed.code !== 0 || added.code !== 0) {
    console.error(changed.output + added.output);
    return undefined;
  }
  const names = `${changed.output}\n${added.output}`.split('\n');
  return [...new Set(names.filter((name) => name !== ''))].sort();
};
