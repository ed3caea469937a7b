import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { runCommand } from '../../../src/cli/run-command.ts';
import { loadConfig } from '../../../src/config/index.ts';

export interface CommandResult {
  code: number;
  out: string;
  errors: string;
}

/** Runs commands in process, in their own folder, without the settings of this machine. */
export const createCommandLine = (context: TestContext, settings: NodeJS.ProcessEnv = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-cli-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  const environment = { FRONTDESK_DATA_DIR: dataDir, ...settings };

  const run = async (args: string[], typed = ''): Promise<CommandResult> => {
    const out: string[] = [];
    const errors: string[] = [];
    const code = await runCommand(args, {
      loadConfig: () => loadConfig(environment, join(folder, 'none.yaml')),
      print: (line) => void out.push(line),
      complain: (line) => void errors.push(line),
      readSecret: async () => typed,
    });
    return { code, out: out.join('\n'), errors: errors.join('\n') };
  };

  return { run, folder, dataDir, config: () => loadConfig(environment, join(folder, 'none.yaml')) };
};
