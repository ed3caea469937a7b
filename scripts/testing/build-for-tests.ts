import { runCommand } from './run-command.ts';

/** Brings the generated types and documents up to date, and with `pages` also the built pages. Costs nothing if nothing has changed. */
export const buildForTests = async (what: 'generated' | 'pages', signal?: AbortSignal): Promise<boolean> => {
  const args = ['scripts/build.ts', ...(what === 'generated' ? ['--generated'] : [])];
  return (await runCommand(process.execPath, args, { show: true, signal })).code === 0;
};
