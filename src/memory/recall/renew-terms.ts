import { setImmediate } from 'node:timers/promises';
import type { Database } from '../../db/index.ts';
import { indexTerms } from '../distil/make-memories.ts';
import { decodeTerms, termSet } from '../term-set.ts';
import { type MemoryRow, textsOf, updateTerms } from './recall-store.ts';

/** Other requests are served between two batches. */
const batchSize = 100;

/**
 * Computes the terms of memories again if another version stored them, and stores the new ones, so that each
 * memory is renewed once, at its first recall. Returns the new terms by memory.
 */
export const renewTerms = async (
  db: Database,
  memories: readonly MemoryRow[],
  analyse: (text: string) => string[],
): Promise<Map<string, Uint32Array>> => {
  const renewed = new Map<string, Uint32Array>();
  const outdated = memories.filter(({ terms }) => decodeTerms(terms) === undefined);
  for (let at = 0; at < outdated.length; at += batchSize) {
    const batch = outdated.slice(at, at + batchSize);
    const texts = await textsOf(
      db.query,
      batch.map(({ id }) => id),
    );
    const made = batch.flatMap(({ id, topics }) => {
      const text = texts.get(id);
      const named = topics === '' ? [] : topics.split(' ');
      return text === undefined ? [] : [{ id, terms: termSet(indexTerms(text, named, analyse)) }];
    });
    for (const { id, terms } of made) renewed.set(id, terms);
    await db.transaction((tx) => updateTerms(tx, made));
    await setImmediate();
  }
  return renewed;
};
