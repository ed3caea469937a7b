#!/usr/bin/env node
import { loadConfig } from '../config/index.ts';
import { readSecret } from './read-secret.ts';
import { runCommand } from './run-command.ts';

const code = await runCommand(process.argv.slice(2), {
  loadConfig: () => loadConfig(),
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  readSecret,
});
// A service that failed half way to listening may hold timers and sockets; one that listens goes on.
if (code !== 0) process.exit(code);
