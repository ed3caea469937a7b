import { Agent, request } from 'node:http';
import type { Attack } from './make-attack.ts';

export interface Response {
  status: number;
  type: string;
  text: string;
  tookMs: number;
}

/** Calls over a real connection. A stream is closed once it has started, because the start is the answer. */
export const createCaller = (address: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const call = ({ method, path, headers, body }: Attack): Promise<Response> =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const outgoing = request(`${address}${path}`, { method, headers, agent }, (incoming) => {
        const { statusCode: status = 0 } = incoming;
        const type = String(incoming.headers['content-type'] ?? '');
        const end = (text: string) => resolve({ status, type, text, tookMs: performance.now() - begun });
        if (type.startsWith('text/event-stream')) {
          end('');
          incoming.destroy();
          return;
        }
        const pieces: Buffer[] = [];
        incoming.on('data', (piece: Buffer) => pieces.push(piece));
        incoming.on('end', () => end(Buffer.concat(pieces).toString('utf8')));
        incoming.on('error', reject);
      });
      outgoing.on('error', reject);
      outgoing.end(body);
    });
  return { call, close: () => agent.destroy() };
};

export type Caller = ReturnType<typeof createCaller>;
