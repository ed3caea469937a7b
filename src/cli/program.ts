import { loadConfig } from '../config/index.ts';
import { readSecret } from './read-secret.ts';
import { runCommand } from './run-command.ts';

// A closed output (`| head`) must not stop the command half-way.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const code = await runCommand(process.argv.slice(2), {
  loadConfig: () => loadConfig(),
  print: (line) => void process.stdout.write(`${line}\n`),
  complain: (line) => void process.stderr.write(`${line}\n`),
  readSecret,
});
// A service that failed to start may hold timers and sockets; a running service continues.
if (code !== 0) process.exit(code);
