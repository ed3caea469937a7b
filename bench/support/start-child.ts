import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

export interface Child {
  /** The message of the child when it was ready. */
  // biome-ignore lint/suspicious/noExplicitAny: each child says what its parent needs
  ready: any;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** Runs a server of a benchmark in its own process. It sends one message when it is ready. */
export const startChild = async (path: string, options: Record<string, string> = {}): Promise<Child> => {
  // The same limit of the young heap as `npm start`: less memory per open stream.
  const process_ = fork(path, {
    execArgv: ['--max-semi-space-size=16'],
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
