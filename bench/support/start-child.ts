import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { startOptions } from './start-options.ts';

export interface Child {
  /** The message of the child when it was ready. */
  // biome-ignore lint/suspicious/noExplicitAny: each child says what its parent needs
  ready: any;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Runs a server of a benchmark in its own process. It sends one message when it is ready. */
export const startChild = async (path: string, options: Record<string, string> = {}): Promise<Child> => {
  const process_ = fork(path, {
    execArgv: startOptions,
    env: { ...process.env, ...options },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [ready] = await Promise.race([
    once(process_, 'message'),
    once(process_, 'exit').then(([code]) => {
      throw new Error(`${path} ended with code ${code} before it was ready`);
    }),
  ]);
  return {
    ready,
    process: process_,
    stop: async () => {
      const exited = once(process_, 'exit');
      process_.send('stop');
      await exited;
    },
  };
};
