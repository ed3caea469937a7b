import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testApiKey, testOperatorToken } from './service.ts';
import { testSecretKey } from './test-encryption.ts';

export interface ServiceProcess {
  address: string;
  process: ChildProcess;
  post(path: string, body: object, headers?: Record<string, string>): Promise<Response>;
  get(path: string): Promise<Response>;
  /** Kills it at once. */
  kill(): Promise<void>;
  /** Asks it to stop and resolves with its exit code. */
  terminate(): Promise<number | null>;
}

const root = join(import.meta.dirname, '../../..');

/** The service as an operator runs it: a process started by its command. */
export const startServiceProcess = async (
  settings: Record<string, string>,
  /** A module to load first, which can exchange messages with the test. */
  { preload }: { preload?: URL } = {},
): Promise<ServiceProcess> => {
  const program = ['src/cli/frontdesk.mjs', 'serve'];
  const child = spawn(process.execPath, preload ? ['--import', preload.href, ...program] : program, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      FRONTDESK_API_KEY: testApiKey,
      FRONTDESK_ADMIN_TOKEN: testOperatorToken,
      FRONTDESK_SECRET_KEY: testSecretKey,
      FRONTDESK_EGRESS_ALLOW: '127.0.0.1',
      FRONTDESK_LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', ...(preload ? (['ipc'] as const) : [])],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  const address = await new Promise<string>((resolve, reject) => {
    const look = (bytes: Buffer): void => {
      output += bytes;
      const found = /API +(http:\/\/\S+)/.exec(output);
      if (found) resolve(found[1]!);
    };
    child.stdout?.on('data', look);
    child.stderr?.on('data', look);
    void exited.then(([code]) =>
      reject(new Error(`The service ended with ${code} before it listened:\n${output}`)),
    );
  });
  const authorization = `Bearer ${testApiKey}`;
  return {
    address,
    process: child,
    post: (path, body, headers = {}) =>
      fetch(address + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    get: (path) => fetch(address + path, { headers: { authorization } }),
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
    terminate: async () => {
      child.kill('SIGTERM');
      return (await exited)[0];
    },
  };
};
