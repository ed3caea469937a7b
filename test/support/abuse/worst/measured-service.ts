import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { testOperatorToken } from '../../service/service.ts';
import { startServiceProcess } from '../../service/service-process.ts';

export interface WorstCall {
  method: string;
  path: string;
  /** A function if the body names a version that earlier calls have changed. */
  body?: string | Buffer | (() => Promise<string>) | undefined;
  contentType?: string | undefined;
  /** Default: the token of the operator. */
  token?: string;
  /** Seconds of work outside the event loop, for example in the sandbox. Only the long run makes these calls. */
  isLong?: boolean;
}

export interface Measured {
  status: number;
  text: string;
  /** Longest time for which the event loop was blocked. */
  blockedMs: number;
}

/** Streams and long responses are read only at their start. */
const longestCallMs = 120_000;
const readBytes = 200_000;
const healthPollMs = 20;

const readSome = async (response: Response): Promise<string> => {
  let text = '';
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return text;
  }
  for await (const piece of response.body ?? []) {
    text += Buffer.from(piece).toString('latin1');
    if (text.length > readBytes) break;
  }
  return text;
};

/** A body that is too large is rejected while it is being sent, which breaks the connection for some clients. */
const send = async (url: string, init: RequestInit): Promise<Response> => {
  try {
    return await fetch(url, init);
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string };
    if (code === 'EPIPE' || code === 'ECONNRESET') return new Response(null, { status: 413 });
    throw error;
  }
};

/** The service in its own process with an event loop probe, while `/healthz` is called all the time. */
export const startMeasuredService = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-worst-'));
  const service = await startServiceProcess(
    { FRONTDESK_DATA_DIR: folder, FRONTDESK_EGRESS_ALLOW: '', FRONTDESK_LOG_LEVEL: 'error' },
    { preload: new URL('./blocking-probe.ts', import.meta.url) },
  );
  const child = service.process;

  const takeBlockedMs = async (): Promise<number> => {
    const answer = once(child, 'message') as Promise<[{ longestMs: number }]>;
    child.send('take');
    return (await answer)[0].longestMs;
  };

  /** Calls repeatedly until stopped. Fails if a response is not 200. */
  const pollHealth = () => {
    let isOver = false;
    const polling = (async (): Promise<void> => {
      do {
        const health = await fetch(`${service.address}/healthz`);
        await health.arrayBuffer();
        if (health.status !== 200) throw new Error(`/healthz answered ${health.status}`);
        await delay(healthPollMs);
      } while (!isOver);
    })();
    polling.catch(() => undefined);
    return {
      stop: (): Promise<void> => {
        isOver = true;
        return polling;
      },
    };
  };

  const call = async ({
    method,
    path,
    contentType,
    token = testOperatorToken,
    ...given
  }: WorstCall): Promise<Measured> => {
    const body = typeof given.body === 'function' ? await given.body() : given.body;
    await takeBlockedMs();
    const health = pollHealth();
    const response = await send(service.address + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': contentType ?? 'application/json' }),
      },
      ...(body === undefined ? {} : { body: body as string }),
      signal: AbortSignal.timeout(longestCallMs),
    });
    const text = await readSome(response);
    await health.stop();
    return { status: response.status, text, blockedMs: await takeBlockedMs() };
  };

  return {
    address: service.address,
    call,
    takeBlockedMs,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    close: async () => {
      if (child.exitCode === null && child.signalCode === null) await service.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

export type MeasuredService = Awaited<ReturnType<typeof startMeasuredService>>;
