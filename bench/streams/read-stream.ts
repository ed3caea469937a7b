import { request } from 'node:http';

export interface StreamTimes {
  /** From sending the request to the first text. */
  firstTextMs: number;
  /** For each text with its time of sending: the delay until it was read. */
  lateMs: number[];
  ended: boolean;
}

interface StreamCall {
  url: string;
  headers: Record<string, string>;
  body: object;
  /** The text of an event's data line, or undefined if it has none. */
  textOf(data: string): string | undefined;
  isEnd(data: string): boolean;
}

/** Reads one event stream and records when its texts arrive. */
export const readStream = ({ url, headers, body, textOf, isEnd }: StreamCall): Promise<StreamTimes> =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const times: StreamTimes = { firstTextMs: 0, lateMs: [], ended: false };
    let rest = '';
    const outgoing = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      agent: false,
    });
    outgoing.on('response', (response) => {
      response.setEncoding('utf8');
      response.on('data', (piece: string) => {
        const lines = (rest + piece).split('\n');
        rest = lines.pop()!;
        for (const line of lines) {
          if (!line.startsWith('data: ')) continue;
          const data = line.slice(6);
          if (isEnd(data)) times.ended = true;
          const text = textOf(data);
          if (text === undefined) continue;
          if (times.firstTextMs === 0) times.firstTextMs = performance.now() - startedAt;
          const sentAtMs = Number(text.trim());
          if (sentAtMs > 1e12) times.lateMs.push(Date.now() - sentAtMs);
        }
      });
      response.on('end', () => resolve(times));
      response.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(JSON.stringify(body));
  });

export const percentile = (values: number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
