import type { Clock } from '../lib/clock.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { createEmbeddedEmbedders, createRemoteEmbedders } from './embed/index.ts';
import type { Embedders } from './embedders.ts';

interface EmbeddersOptions {
  server: { baseUrl: string; apiKey: string | undefined; name: string } | undefined;
  fetch: SafeFetch;
  clock: Clock;
}

/** The model of the configured server, or the local models of the installation. */
export const createEmbedders = ({ server, fetch, clock }: EmbeddersOptions): Embedders => {
  const embedded = createEmbeddedEmbedders();
  if (!server) return embedded;
  const remote = createRemoteEmbedders({ ...server, fetch, clock });
  // Documents embedded before the server was configured can still be searched until they are re-embedded.
  return {
    ...remote,
    older: embedded.all,
    close: async () => {
      await Promise.all([remote.close(), embedded.close()]);
    },
  };
};
