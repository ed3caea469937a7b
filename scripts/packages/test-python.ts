/**
 * Installs what the Python client needs into .cache/python, checks its types if mypy can be installed, and runs its tests.
 *
 *   npm run test:python
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.cache/python');
const python = join(folder, 'bin/python');
const run = (command: string, parameters: string[], cwd = root): void =>
  void execFileSync(command, parameters, { cwd, stdio: 'inherit' });

if (!existsSync(python)) run('python3', ['-m', 'venv', folder]);
run(python, [
  '-m',
  'pip',
  'install',
  '--quiet',
  '--disable-pip-version-check',
  'httpx>=0.25,<1',
  'typing_extensions>=4.6',
  'mypy',
]);
run(python, ['-m', 'mypy', '--strict', 'frontdesk'], join(root, 'clients/python'));
process.exitCode =
  spawnSync(process.execPath, ['scripts/test.ts', '--quick', 'test/clients/python-client.test.ts'], {
    cwd: root,
    stdio: 'inherit',
  }).status ?? 1;
