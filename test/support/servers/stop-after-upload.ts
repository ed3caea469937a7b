import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A proxy before an object storage. After the storage has stored the first object whose key matches, `onStored` is called
 * and the client gets no answer.
 */
export const startStopAfterUpload = async (endpoint: string, key: RegExp, onStored: () => void) => {
  const { hostname, port } = new URL(endpoint);
  const server = createServer((incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const isWatched = method === 'PUT' && key.test(decodeURIComponent(url ?? ''));
    const forwarded = request({ hostname, port, method, path: url, headers }, (answer) => {
      if (isWatched && answer.statusCode === 200) {
        answer.resume();
        onStored();
        return;
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
