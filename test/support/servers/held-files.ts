import type { ServerResponse } from 'node:http';
import { eventually } from '../time/eventually.ts';
import { startReceiver } from './receiver.ts';

/** A file server that holds every request until the test answers it. */
export const startHeldFiles = async () => {
  const held: ServerResponse[] = [];
  const server = await startReceiver((_call, response) => void held.push(response));
  const next = async (): Promise<ServerResponse> => {
    await eventually('a file is asked for', () => held.length > 0);
    return held.shift()!;
  };
  return {
    url: server.url.replace('/hook', '/file.txt'),
    asked: (count = 1) => eventually(`${count} files are asked for`, () => held.length === count),
    send: async (content: string | Buffer): Promise<void> => void (await next()).end(content),
    /** Breaks the connection before the file is complete. */
    cut: async (): Promise<void> => void (await next()).destroy(),
    close: server.close,
  };
};
