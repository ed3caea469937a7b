import { flushCompileCache } from 'node:module';
import { type Command, readArguments } from '../command.ts';
import { releaseMemoryWhenIdle } from '../release-memory.ts';

const help = `Run the service until SIGTERM or Ctrl-C.

  frontdesk serve

Settings come from the environment or from frontdesk.yaml in the current folder.`;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'run the service',
  help,
  run: async (args, { loadConfig }) => {
    readArguments(args, {});
    const config = loadConfig();
    // Imported here so that other commands start faster.
    const { runService } = await import('../../main.ts');
    await runService(config);
    // Now, because a service may run for months and then be killed.
    flushCompileCache();
    releaseMemoryWhenIdle();
    return undefined;
  },
};
