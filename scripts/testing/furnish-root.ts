import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLines, runCommand } from './run-command.ts';

interface Furnishing {
  /** Beside root, with numbers that no account of the machine has. */
  accounts: Readonly<Record<string, number>>;
  /** What is started, for people. */
  title: string;
  /** A command that shows that the program runs, such as printing its version. */
  trial: readonly string[];
}

/** Device numbers of the kernel. */
const devices = { null: '3', urandom: '9' };

/** Creates files that the install scripts would create and servers need, and tries the program. */
export async function furnishRoot(
  root: string,
  { accounts, title, trial }: Furnishing,
  signal: AbortSignal,
): Promise<void> {
  const all = Object.entries({ root: 0, ...accounts });
  const lines = (line: (name: string, id: number) => string): string =>
    all.map(([name, id]) => line(name, id)).join('');
  writeFileSync(
    join(root, 'etc/passwd'),
    lines((name, id) => `${name}:x:${id}:${id}::/:/bin/sh\n`),
  );
  writeFileSync(
    join(root, 'etc/group'),
    lines((name, id) => `${name}:x:${id}:\n`),
  );
  mkdirSync(join(root, 'var/tmp'), { recursive: true });
  for (const [name, number] of Object.entries(devices)) {
    const made = await runCommand('mknod', ['-m', '666', join(root, 'dev', name), 'c', '1', number], {
      signal,
    });
    if (made.code !== 0) throw new Error(`Could not make a device file: ${lastLines(made.output, 1)}`);
  }
  const tried = await runCommand('chroot', [root, ...trial], { signal });
  if (tried.code !== 0) throw new Error(`${title} does not run: ${lastLines(tried.output, 3)}`);
}
