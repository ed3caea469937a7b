import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface CheckedOutVersion {
  /** The short commit hash. */
  name: string;
  folder: string;
  remove(): void;
}

/** The version of the published figures: the commit that last changed them. */
export const publishedVersion = (root: string): string =>
  execFileSync('git', ['log', '-1', '--format=%H', '--', 'bench/baseline.json'], {
    cwd: root,
    encoding: 'utf8',
  }).trim();

/** An earlier version in its own folder, with the packages and built pages of this one. */
export const checkOutVersion = (root: string, ref: string): CheckedOutVersion => {
  const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const name = git('rev-parse', '--short', '--verify', `${ref}^{commit}`).trim();
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-version-'));
  git('worktree', 'add', '--quiet', '--detach', '--force', folder, name);
  for (const shared of ['node_modules', 'dist'])
    if (existsSync(join(root, shared))) symlinkSync(join(root, shared), join(folder, shared));
  return {
    name,
    folder,
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
      git('worktree', 'prune');
    },
  };
};
