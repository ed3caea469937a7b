import { AppError } from '../../lib/errors.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import { createRerankServer, type RerankInput, type RerankServerSettings } from './rerank-server.ts';
import type { RerankVersion } from './rerank-versions.ts';

export type RerankSettings = Partial<Record<RerankVersion, RerankServerSettings>>;

const howToSetUp = (version: RerankVersion): string =>
  `rerank_version ${version} is not set up: name its server as rerankers.${version}.url in frontdesk.yaml (any server that speaks /rerank)`;

/** Rerankers by name. Calling gives a score within [0, 1] for each text, in the order of the texts. */
export const createRerank = ({ settings, fetch }: { settings: RerankSettings; fetch: SafeFetch }) => {
  const servers = new Map(
    Object.entries(settings).map(([version, server]) => [version, createRerankServer(server, fetch)]),
  );
  const require = (version: RerankVersion) => {
    const server = servers.get(version);
    if (!server) throw new AppError('invalidParameter', howToSetUp(version));
    return server;
  };
  return Object.assign(
    async (version: RerankVersion, input: RerankInput): Promise<number[]> => require(version)(input),
    { require },
  );
};

export type Rerank = ReturnType<typeof createRerank>;
