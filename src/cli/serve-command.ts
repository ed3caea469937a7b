import { type Command, readArguments } from './command.ts';
import { saveCompiledCode } from './compiled-code.ts';

const help = `Runs the service until it is stopped with SIGTERM or Ctrl-C.

  frontdesk serve

Settings come from the environment or from frontdesk.yaml in the current folder.`;

export const serveCommand: Command = {
  name: 'serve',
  summary: 'run the service',
  help,
  run: async (args, { loadConfig }) => {
    readArguments(args, {});
    const config = loadConfig();
    // Loaded here, so that the small commands start without the whole service.
    const { runService } = await import('../main.ts');
    await runService(config);
    saveCompiledCode();
    return undefined;
  },
};
