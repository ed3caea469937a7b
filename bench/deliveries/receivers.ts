/**
 * Receivers in their own thread, so that they do not share the measured event loop. Receiver 0 can be
 * made to hang. Arrivals are sent to the parent as [delivery number, time of arrival].
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, Worker, workerData } from 'node:worker_threads';

interface Setup {
  count: number;
  firstHangs: boolean;
}

export interface Receivers {
  urls: string[];
  /** Time from the timestamp in the body to its arrival, by number. */
  latenciesMs: Map<number, number>;
  close(): Promise<number>;
}

const listen = (hangs: boolean): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => {
        text += chunk;
      });
      request.on('end', () => {
        if (hangs) return;
        const { number, atMs } = JSON.parse(text) as { number: number; atMs: number };
        parentPort!.postMessage([number, performance.timeOrigin + performance.now() - atMs]);
        response.writeHead(200).end('{"code":0}');
      });
    });
    server.listen(0, '127.0.0.1', () => {
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    });
  });

export const startReceivers = (setup: Setup): Promise<Receivers> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { receivers: setup } });
    const latenciesMs = new Map<number, number>();
    worker.on('message', (message: { urls: string[] } | [number, number]) => {
      if (Array.isArray(message)) latenciesMs.set(...message);
      else resolve({ urls: message.urls, latenciesMs, close: () => worker.terminate() });
    });
  });

if (parentPort && workerData?.receivers) {
  const { count, firstHangs } = workerData.receivers as Setup;
  const urls = await Promise.all(
    Array.from({ length: count }, (_, index) => listen(firstHangs && index === 0)),
  );
  parentPort.postMessage({ urls });
}
