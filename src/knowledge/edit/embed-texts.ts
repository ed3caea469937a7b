import type { Agent } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import { AppError } from '../../lib/errors.ts';
import { newId } from '../../lib/ids.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import { type Searchable, searchableText } from '../chunk/index.ts';
import type { Embedders } from '../embedders.ts';
import type { ChunkVector } from '../ingest/chunk-store.ts';
import { embedPassages } from '../ingest/embed-passages.ts';
import type { PayIndexing } from '../ingest/pay-indexing.ts';
import type { PrepareHandlers } from '../ingest/prepare-thread.ts';
import { DocumentError } from '../ingest/read-document.ts';
import { readChunks } from '../ingest/reembed-store.ts';

interface NewText extends Required<Searchable> {
  isEnabled: boolean;
}

export interface EmbeddedText extends NewText {
  tokens: number;
  termCount: number;
  terms: Uint8Array;
  /** Undefined for a disabled chunk. */
  vector: ChunkVector | undefined;
}

interface EmbeddedTexts {
  texts: EmbeddedText[];
  /** Of all texts, one per line. */
  words: string;
  /** Charges for embedding. Part of the transaction that makes the texts searchable. */
  payIn(tx: Handle): Promise<void>;
}

interface EmbedDependencies {
  db: Database;
  embedders: Embedders;
  thread: Thread<PrepareHandlers>;
  payIndexing: PayIndexing;
}

/** A person or a client waits for it. */
const timeoutMs = 60_000;
const textsAtOnce = 32;
/** Enough to tell the language of the document. */
const sampledChunks = 10;

const asAppError = (error: unknown): never => {
  if (error instanceof DocumentError)
    throw new AppError('insufficientCredits', error.message, { cause: error });
  throw error;
};

/** Terms and vectors of texts that are added to the served content of a document. */
export const createEmbedTexts = ({ db, embedders, thread, payIndexing }: EmbedDependencies) => {
  const termsOf = async (uploadId: string, texts: readonly NewText[]) => {
    const sample = await readChunks(db.query, uploadId, { after: -1, limit: sampledChunks });
    const languages = await thread.call('languages', { passages: sample.length > 0 ? sample : [...texts] });
    return thread.call('terms', { passages: [...texts], languages });
  };

  const vectorsOf = async (agent: Agent, texts: readonly NewText[]): Promise<ChunkVector[]> => {
    const signal = AbortSignal.timeout(timeoutMs);
    const owner = { workspaceId: agent.workspaceId, userId: '' };
    const vectors: ChunkVector[] = [];
    for (let at = 0; at < texts.length; at += textsAtOnce) {
      const some = texts.slice(at, at + textsAtOnce).map(searchableText);
      vectors.push(...(await embedPassages(embedders, some, signal, owner)));
    }
    return vectors;
  };

  return async ({
    agent,
    uploadId,
    texts,
  }: {
    agent: Agent;
    uploadId: string;
    texts: readonly NewText[];
  }): Promise<EmbeddedTexts> => {
    const enabled = texts.filter((text) => text.isEnabled);
    const counts = await thread.call('tokens', { texts: texts.map(({ text }) => text) });
    const counted = new Map(texts.map((text, index) => [text, counts[index]!]));
    const tokens = enabled.reduce((sum, text) => sum + counted.get(text)!, 0);
    const bill = await payIndexing({ id: newId(), agentId: agent.id, tokens }).catch(asAppError);
    await bill.check().catch(asAppError);
    const terms = await termsOf(uploadId, texts);
    const words = await thread.call('wordsOfPassages', { passages: [...enabled] });
    const vectors = await vectorsOf(agent, enabled);
    const models = [...new Set(vectors.map(({ model }) => model))].sort();
    const vectorByText = new Map(enabled.map((text, index) => [text, vectors[index]]));
    return {
      words,
      texts: texts.map((text, index) => ({
        ...text,
        ...terms[index]!,
        tokens: counted.get(text)!,
        vector: vectorByText.get(text),
      })),
      payIn: async (tx) => {
        if (tokens > 0) await bill.payIn(tx, models).catch(asAppError);
      },
    };
  };
};

export type EmbedTexts = ReturnType<typeof createEmbedTexts>;
