import { spawn } from 'node:child_process';

interface RunOptions {
  env?: NodeJS.ProcessEnv;
  /** Ends the command with SIGTERM when aborted. */
  signal?: AbortSignal | undefined;
  /** Passes the command's output through instead of collecting it. */
  show?: boolean;
}

export interface CommandResult {
  /** Exit code. A command that was ended by a signal or was not found counts as 1. */
  code: number;
  output: string;
}

/** Runs one command without a shell. Never rejects: the caller decides what a failure means. */
export function runCommand(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      env: options.env ?? process.env,
      signal: options.signal,
      stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (piece: Buffer) => {
      output += piece.toString('utf8');
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    let failure = '';
    child.once('error', (error) => {
      failure = error.message;
      // A command that never started emits no 'close'.
      if (child.pid === undefined) resolve({ code: 1, output: failure });
    });
    child.once('close', (code) => resolve({ code: code ?? 1, output: output + failure }));
  });
}

/** The last lines of a command's output, for an error message. */
export function lastLines(output: string, count: number): string {
  return output.trim().split('\n').slice(-count).join('\n');
}
