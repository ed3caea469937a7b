import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { testApiKey, testOperatorToken } from '../service/service.ts';
import { testSecretKey } from '../service/test-encryption.ts';

const root = join(import.meta.dirname, '../../..');

export interface Answer {
  status: number;
  text: string;
  /** The body if it is JSON, otherwise an empty object. */
  json: Record<string, unknown>;
}

/** One process of the service, from its start to its end. */
export interface FaultService {
  /** Undefined if the process ended before it listened. */
  address: string | undefined;
  child: ChildProcess;
  settings: Record<string, string>;
  /** All output so far. */
  output(): string;
  isOver(): boolean;
  /** Resolves with the signal or the exit code. */
  ended: Promise<string | number | null>;
  call(
    method: string,
    path: string,
    body?: object,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Answer>;
  fetch(method: string, path: string, body?: object, init?: RequestInit): Promise<Response>;
  kill(): Promise<void>;
  terminate(): Promise<string | number | null>;
}

const startLimitMs = 60_000;

/** Ended together with this process. */
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

const parse = (text: string): Record<string, unknown> => {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
};

/** The service as an operator runs it, with faults configured. */
export const startFaultService = async (settings: Record<string, string>): Promise<FaultService> => {
  const child = spawn(process.execPath, ['src/cli/frontdesk.mjs', 'serve'], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      PORT: '0',
      FRONTDESK_API_KEY: testApiKey,
      FRONTDESK_ADMIN_TOKEN: testOperatorToken,
      FRONTDESK_SECRET_KEY: testSecretKey,
      FRONTDESK_EGRESS_ALLOW: '127.0.0.1',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let output = '';
  let over = false;
  const ended = once(child, 'exit').then(([code, signal]) => {
    over = true;
    running.delete(child);
    return (signal ?? code) as string | number | null;
  });
  const listening = new Promise<string>((resolve) => {
    const look = (bytes: Buffer): void => {
      output += bytes;
      const found = /API +(http:\/\/\S+)/.exec(output);
      if (found) resolve(found[1]!);
    };
    child.stdout.on('data', look);
    child.stderr.on('data', look);
  });
  const limit = setTimeout(() => child.kill('SIGKILL'), startLimitMs);
  const address = await Promise.race([listening, ended.then(() => undefined)]);
  clearTimeout(limit);

  const send = (method: string, path: string, body?: object, init: RequestInit = {}): Promise<Response> => {
    const token = path.startsWith('/console/') ? testOperatorToken : testApiKey;
    const given = init.headers as Record<string, string> | undefined;
    return fetch(address + path, {
      method,
      ...init,
      headers: {
        // Browsers of operators send a cookie instead.
        ...(given?.cookie === undefined ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...given,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  };
  const endWith = (signal: NodeJS.Signals) => {
    child.kill(signal);
    return ended;
  };
  return {
    address,
    child,
    settings,
    output: () => output,
    isOver: () => over,
    ended,
    fetch: send,
    call: async (method, path, body, headers = {}, signal) => {
      const response = await send(method, path, body, { headers, ...(signal ? { signal } : {}) });
      const text = await response.text();
      return { status: response.status, text, json: parse(text) };
    },
    kill: async () => void (await endWith('SIGKILL')),
    terminate: () => endWith('SIGTERM'),
  };
};
