#!/usr/bin/env node
import { keepCompiledCode } from './compiled-code.ts';

keepCompiledCode();
// Only what is loaded after this line is kept.
const { loadConfig } = await import('../config/index.ts');
const { readSecret } = await import('./read-secret.ts');
const { runCommand } = await import('./run-command.ts');

// Whoever read along may go (`| head`); that is no reason to end in the middle of the work.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const code = await runCommand(process.argv.slice(2), {
  loadConfig: () => loadConfig(),
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  readSecret,
});
// A service that failed half way to listening may hold timers and sockets; one that listens goes on.
if (code !== 0) process.exit(code);
