import type { Agent } from '../../agents/index.ts';
import type { AlsoIn, Database, Handle } from '../../db/index.ts';
import { claimKey, findKey, type IdempotencyKey, onceInTransaction } from '../../idempotency/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { newId } from '../../lib/ids.ts';
import { mostChunks } from '../chunk/chunk-limits.ts';
import { recordChanges } from '../documents/record-changes.ts';
import { addWords, countStaged } from '../ingest/chunk-store.ts';
import type { ChunkEdit } from './apply-edits.ts';
import { type ChunkFields, passageOf } from './chunk-fields.ts';
import {
  countEdits,
  deleteEdit,
  findChunk,
  type LockedDocument,
  lockDocument,
  type StoredChunk,
  saveEdits,
} from './edit-store.ts';
import {
  addChunkRows,
  changeDocumentFigures,
  deleteChunkRow,
  type Figures,
  nextPosition,
  replaceChunkRow,
} from './edited-chunk-store.ts';
import type { EmbeddedText, EmbedTexts } from './embed-texts.ts';

interface EditDependencies {
  db: Database;
  clock: Clock;
  embedTexts: EmbedTexts;
  /** Called after the served content of a document has changed. */
  onServed(agentId: string): void;
}

export interface EditInput<Extra = void> {
  agent: Agent;
  documentId: string;
  editor: { id: string; email: string };
  /** In the transaction of the edit. */
  alsoIn?: AlsoIn<Extra>;
}

/** Bounds the work of reading newer content, to which all edits are applied. */
const mostEdits = 5_000;

const requireServed = (document: LockedDocument | undefined): string => {
  if (!document) throw new AppError('notFound', 'There is no such document');
  if (document.served_upload_id !== null && document.pending_upload_id === null)
    return document.served_upload_id;
  throw new AppError(
    'conflict',
    document.status === 'FAILED'
      ? 'Chunks cannot be edited because the newest content of the document failed. Retry or replace the document first'
      : 'Chunks cannot be edited while the document is processed. Try again when it is ready',
  );
};

const changedMeanwhile = () =>
  new AppError('conflict', 'The document was changed meanwhile. Load it again and repeat the edit');

const figuresOf = (chunk: { text: string; tokens: number; isEnabled: boolean }): Figures => ({
  chunks: chunk.isEnabled ? 1 : 0,
  tokens: chunk.isEnabled ? chunk.tokens : 0,
  characters: [...chunk.text].length,
});

const difference = (after: Figures, before: Figures): Figures => ({
  chunks: after.chunks - before.chunks,
  tokens: after.tokens - before.tokens,
  characters: after.characters - before.characters,
});

const nothing: Figures = { chunks: 0, tokens: 0, characters: 0 };

const originalOf = ({ text, headingPath, matchText }: StoredChunk) => ({ text, headingPath, matchText });

/**
 * People change the chunks of a document. The text is embedded first. One transaction then stores the chunk, its
 * vector and the edit, so that the next search finds it. Edits are possible only while no newer content is
 * processed: otherwise they would be lost at the swap.
 */
export const createEditChunks = ({ db, clock, embedTexts, onServed }: EditDependencies) => {
  const findServed = async (agent: Agent, documentId: string) => {
    const document = await lockDocument(db.query, agent.id, documentId);
    return { uploadId: requireServed(document), kind: document!.kind };
  };

  const findStored = async (agent: Agent, documentId: string, chunkId: string) => {
    const { uploadId, kind } = await findServed(agent, documentId);
    const chunk = await findChunk(db.query, uploadId, chunkId);
    if (!chunk)
      throw new AppError('notFound', 'There is no such chunk in the current content of the document');
    return { uploadId, kind, chunk };
  };

  const place = (input: EditInput<never>, uploadId: string) => ({
    agentId: input.agent.id,
    documentId: input.documentId,
    uploadId,
    editor: input.editor,
    nowMs: clock.nowMs(),
  });

  /** The document must still serve the same content, with the chunk as it was read. */
  const requireUnchanged = async (
    tx: Handle,
    { agent, documentId }: EditInput<never>,
    uploadId: string,
    chunk?: StoredChunk,
  ): Promise<LockedDocument> => {
    const document = await lockDocument(tx, agent.id, documentId);
    if (requireServed(document) !== uploadId) throw changedMeanwhile();
    if (chunk) {
      const now = await findChunk(tx, uploadId, chunk.id);
      if (JSON.stringify(now) !== JSON.stringify(chunk)) throw changedMeanwhile();
    }
    return document!;
  };

  const finish = async (
    tx: Handle,
    document: LockedDocument,
    agentId: string,
    change: { figures: Figures; texts: readonly EmbeddedText[] },
  ): Promise<void> => {
    const models = new Set([
      ...(JSON.parse(document.models) as string[]),
      ...change.texts.flatMap(({ vector }) => (vector ? [vector.model] : [])),
    ]);
    const place = { documentId: document.id, uploadId: requireServed(document) };
    await changeDocumentFigures(tx, place, {
      ...change.figures,
      models: [...models].sort(),
      nowMs: clock.nowMs(),
    });
    await recordChanges(tx, agentId, [document.id], change.figures.chunks);
    faultPoint('chunk-editing');
  };

  const done = async (agentId: string): Promise<void> => {
    await db.durable();
    faultPoint('chunk-edited');
    onServed(agentId);
  };

  const requireRoom = async (
    tx: Handle,
    documentId: string,
    uploadId: string,
    added: number,
  ): Promise<void> => {
    if ((await countEdits(tx, documentId)) + added > mostEdits)
      throw new AppError(
        'invalidParameter',
        `A document can have at most ${mostEdits} edited chunks. Add the text as a document instead`,
      );
    if ((await countStaged(tx, uploadId)) + added > mostChunks)
      throw new AppError('invalidParameter', `A document can have at most ${mostChunks} chunks`);
  };

  /** Replaces a chunk by this text. `edit` null: as the file has it. */
  const replace = async (
    input: EditInput,
    { uploadId, chunk }: { uploadId: string; chunk: StoredChunk },
    next: { passage: Omit<ChunkEdit, 'id' | 'kind' | 'position' | 'original'>; edit: ChunkEdit | null },
  ): Promise<void> => {
    const { agent, documentId } = input;
    const { content: text, ...rest } = next.passage;
    const { texts, words, payIn } = await embedTexts({ agent, uploadId, texts: [{ text, ...rest }] });
    const [embedded] = texts;
    await db.transaction(async (tx) => {
      const document = await requireUnchanged(tx, input, uploadId, chunk);
      const at = place(input, uploadId);
      if (next.edit) {
        if (!chunk.edit) await requireRoom(tx, documentId, uploadId, 0);
        await saveEdits(tx, at, [next.edit]);
      } else if (chunk.edit) await deleteEdit(tx, chunk.edit.id);
      await replaceChunkRow(tx, at, chunk.number, { ...embedded!, editId: next.edit?.id ?? null });
      await addWords(tx, uploadId, words);
      await payIn(tx);
      const figures = difference(figuresOf(embedded!), figuresOf(chunk));
      await finish(tx, document, agent.id, { figures, texts });
      await input.alsoIn?.(tx);
    });
    await done(agent.id);
  };

  const removeStored = async (
    input: EditInput,
    { uploadId, chunk }: { uploadId: string; chunk: StoredChunk },
    edit: ChunkEdit | undefined,
  ): Promise<void> => {
    await db.transaction(async (tx) => {
      const document = await requireUnchanged(tx, input, uploadId, chunk);
      if (edit) await saveEdits(tx, place(input, uploadId), [edit]);
      else if (chunk.edit) await deleteEdit(tx, chunk.edit.id);
      await deleteChunkRow(tx, place(input, uploadId), chunk.number);
      await finish(tx, document, input.agent.id, {
        figures: difference(nothing, figuresOf(chunk)),
        texts: [],
      });
      await input.alsoIn?.(tx);
    });
    await done(input.agent.id);
  };

  return {
    /** Returns the ids of the new chunks, in order. */
    add: async (
      input: EditInput<string[]> & {
        chunks: readonly ChunkFields[];
        idempotencyKey?: IdempotencyKey;
      },
    ): Promise<string[]> => {
      const { agent, documentId, idempotencyKey } = input;
      const before = idempotencyKey && (await findKey(db.query, idempotencyKey, clock.nowMs()));
      if (before) return JSON.parse(before.response!) as string[];
      const { uploadId, kind } = await findServed(agent, documentId);
      const passages = input.chunks.map((fields, index) => passageOf(kind, fields, `chunks[${index}]`));
      const { texts, words, payIn } = await embedTexts({
        agent,
        uploadId,
        texts: passages.map(({ content: text, ...rest }) => ({ text, ...rest })),
      });
      const ids = texts.map(() => newId(clock.nowMs()));
      const earlier = await onceInTransaction(db, idempotencyKey, async (tx) => {
        if (idempotencyKey) {
          const response = JSON.stringify(ids);
          const known = await claimKey(tx, idempotencyKey, { roundId: null, response }, clock.nowMs());
          // The connection broke after the commit: the chunks are stored.
          if (known) return JSON.parse(known.response!) as string[];
        }
        const document = await requireUnchanged(tx, input, uploadId);
        await requireRoom(tx, documentId, uploadId, texts.length);
        const first = await nextPosition(tx, uploadId);
        const at = place(input, uploadId);
        const edits = passages.map((passage, index) => ({
          ...passage,
          id: newId(at.nowMs),
          kind: 'add' as const,
          position: first + index,
          original: null,
        }));
        await saveEdits(tx, at, edits);
        await addChunkRows(
          tx,
          at,
          texts.map((text, index) => ({
            ...text,
            id: ids[index]!,
            position: first + index,
            editId: edits[index]!.id,
          })),
        );
        await addWords(tx, uploadId, words);
        await payIn(tx);
        const figures = texts.map(figuresOf).reduce((sum, one) => ({
          chunks: sum.chunks + one.chunks,
          tokens: sum.tokens + one.tokens,
          characters: sum.characters + one.characters,
        }));
        await finish(tx, document, agent.id, { figures, texts });
        await input.alsoIn?.(tx, ids);
        return undefined;
      });
      await done(agent.id);
      return earlier ?? ids;
    },

    /** Omitted fields stay as they are. A conflict counts as resolved: the edit is kept. */
    change: async (input: EditInput & { chunkId: string; change: Partial<ChunkFields> }): Promise<void> => {
      const found = await findStored(input.agent, input.documentId, input.chunkId);
      const { chunk, kind } = found;
      const passage = passageOf(
        kind,
        {
          content: chunk.text,
          keywords: chunk.keywords,
          isEnabled: chunk.isEnabled,
          questions: chunk.matchText === '' ? undefined : chunk.matchText.split('\n'),
          headingPath: chunk.headingPath,
          ...input.change,
        },
        '',
      );
      const isAdded = chunk.edit?.kind === 'add' || chunk.hasConflict;
      const edit: ChunkEdit = {
        ...passage,
        id: chunk.edit?.id ?? newId(clock.nowMs()),
        kind: isAdded ? 'add' : 'change',
        position: chunk.edit?.position ?? chunk.position,
        original: isAdded ? null : (chunk.edit?.original ?? originalOf(chunk)),
      };
      await replace(input, found, { passage, edit });
    },

    /** Discards the edit of a chunk. An edit whose original text is not in the file any more is deleted. */
    restore: async (input: EditInput & { chunkId: string }): Promise<void> => {
      const found = await findStored(input.agent, input.documentId, input.chunkId);
      const { chunk } = found;
      const original = chunk.edit?.original;
      if (!chunk.edit) throw new AppError('conflict', 'The chunk was not edited');
      if (!original || chunk.hasConflict) return removeStored(input, found, undefined);
      const { text: content, headingPath, matchText } = original;
      const passage = { content, headingPath, matchText, keywords: [], isEnabled: true };
      await replace(input, found, { passage, edit: null });
    },

    /** A chunk of the file is also left out of newer content. */
    remove: async (input: EditInput & { chunkId: string }): Promise<void> => {
      const found = await findStored(input.agent, input.documentId, input.chunkId);
      const { chunk } = found;
      const isOfFile = chunk.edit?.kind !== 'add' && !chunk.hasConflict;
      const edit: ChunkEdit | undefined = isOfFile
        ? {
            id: chunk.edit?.id ?? newId(clock.nowMs()),
            kind: 'remove',
            position: chunk.edit?.position ?? chunk.position,
            original: chunk.edit?.original ?? originalOf(chunk),
            content: '',
            headingPath: [],
            matchText: '',
            keywords: [],
            isEnabled: false,
          }
        : undefined;
      await removeStored(input, found, edit);
    },
  };
};
