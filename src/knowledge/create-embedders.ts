import type { Clock } from '../lib/clock.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { createEmbeddedEmbedders, createRemoteEmbedders } from './embed/index.ts';
import type { Embedders } from './embedders.ts';

interface EmbeddersOptions {
  server: { baseUrl: string; apiKey: string | undefined; name: string } | undefined;
  fetch: SafeFetch;
  clock: Clock;
}

/** The configured server's model, or those that come with the installation. */
export const createEmbedders = ({ server, fetch, clock }: EmbeddersOptions): Embedders => {
  const embedded = createEmbeddedEmbedders();
  if (!server) return embedded;
  const remote = createRemoteEmbedders({ ...server, fetch, clock });
  // What was embedded before the server was configured is found until it is embedded anew.
  return {
    ...remote,
    older: embedded.all,
    close: async () => {
      await Promise.all([remote.close(), embedded.close()]);
    },
  };
};
