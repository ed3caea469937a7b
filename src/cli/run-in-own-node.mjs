import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { constants } from 'node:os';

/** The program of the package `node`, or undefined if it was installed without its install script. */
const findOwnNode = () => {
  try {
    return createRequire(import.meta.url).resolve('node/bin/node');
  } catch {
    return undefined;
  }
};

/**
 * Runs this command with the Node of the installation, because the Node that runs it now is too old.
 *
 * @param {number} oldestMajor
 */
export const runInOwnNode = (oldestMajor) => {
  const node = findOwnNode();
  // A program of the same age would start itself without end.
  if (!node || process.env.FRONTDESK_STARTED_BY_NODE) {
    process.stderr.write(
      `frontdesk: Node ${oldestMajor} or newer is needed, and this is ${process.versions.node}. Install the package "node" with its install script, or a newer Node\n`,
    );
    process.exitCode = 1;
    return;
  }
  const child = spawn(node, process.argv.slice(1), {
    stdio: 'inherit',
    env: { ...process.env, FRONTDESK_STARTED_BY_NODE: process.versions.node },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2'])
    process.on(signal, () => child.kill(signal));
  child.on('error', (error) => {
    process.stderr.write(`frontdesk: ${node} does not start: ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on('exit', (code, signal) => {
    process.exit(signal ? 128 + constants.signals[signal] : (code ?? 1));
  });
};
