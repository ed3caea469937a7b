import { AppError } from '../../lib/errors.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import { createLocalReranker, type LocalRerankerSettings } from './local-reranker.ts';
import { createRerankServer, type RerankInput, type RerankServerSettings } from './rerank-server.ts';
import type { RerankVersion } from './rerank-versions.ts';

/** A server, or a folder. A folder has no address. */
type RerankerSettings =
  | RerankServerSettings
  | (LocalRerankerSettings & { [Field in keyof RerankServerSettings]?: undefined });

export type RerankSettings = Partial<Record<RerankVersion, RerankerSettings>>;

interface Reranker {
  rerank(input: RerankInput): Promise<number[]>;
  close(): Promise<void>;
}

const howToSetUp = (version: RerankVersion): string =>
  `rerank_version ${version} is not configured: in frontdesk.yaml set rerankers.${version}.url to a server with a /rerank endpoint, or rerankers.${version}.folder to a folder with a cross-encoder (model.onnx, tokenizer.json)`;

/** Rerankers by name. A call returns a score in [0, 1] for each text, in the order of the texts. */
export const createRerank = ({ settings, fetch }: { settings: RerankSettings; fetch: SafeFetch }) => {
  const rerankers = new Map(
    Object.entries(settings).map(([version, one]): [string, Reranker] => [
      version,
      'folder' in one
        ? createLocalReranker(one)
        : { rerank: createRerankServer(one, fetch), close: async () => {} },
    ]),
  );
  const require = (version: RerankVersion): Reranker => {
    const reranker = rerankers.get(version);
    if (!reranker) throw new AppError('invalidParameter', howToSetUp(version));
    return reranker;
  };
  return Object.assign(
    async (version: RerankVersion, input: RerankInput): Promise<number[]> => require(version).rerank(input),
    {
      require,
      /** Why a version cannot be used, for an operator. Undefined if it can. */
      problemOf: (version: RerankVersion): string | undefined =>
        rerankers.has(version) ? undefined : howToSetUp(version),
      close: async (): Promise<void> => {
        await Promise.all([...rerankers.values()].map((reranker) => reranker.close()));
      },
    },
  );
};

export type Rerank = ReturnType<typeof createRerank>;
