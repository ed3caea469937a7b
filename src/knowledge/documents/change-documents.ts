import type { Updateable } from 'kysely';
import type { Agent } from '../../agents/index.ts';
import type { AlsoIn, Database, Schema } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { AppError } from '../../lib/errors.ts';
import { cleanFileName } from '../../lib/file-name.ts';
import type { AttributeValue } from '../search-index/scope-filter.ts';
import type { KnowledgeDocument } from './document-states.ts';
import { changeDocument } from './document-store.ts';
import { requireBase } from './knowledge-base-store.ts';
import { recordChanges } from './record-changes.ts';

export interface DocumentChange {
  name?: string;
  knowledgeBaseId?: string;
  isEnabled?: boolean;
  sourceUrl?: string;
  tags?: readonly string[];
  attributes?: Readonly<Record<string, AttributeValue>>;
}

export const documentLimits = {
  nameCharacters: 200,
  tags: 20,
  tagCharacters: 50,
  attributes: 20,
  attributeNameCharacters: 60,
  attributeCharacters: 200,
};

const refuse = (field: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field} ${rule}`);
};

const clean = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

const readTags = (tags: readonly string[]): string[] => {
  const distinct = [...new Set(tags.map(clean).filter((tag) => tag !== ''))];
  if (distinct.length > documentLimits.tags) refuse('tags', `must have at most ${documentLimits.tags} items`);
  if (distinct.some((tag) => tag.length > documentLimits.tagCharacters))
    refuse('tags', `must have at most ${documentLimits.tagCharacters} characters each`);
  return distinct;
};

const readAttributes = (given: Readonly<Record<string, AttributeValue>>): Record<string, AttributeValue> => {
  const entries = Object.entries(given).map(([name, value]) => [clean(name), value] as const);
  if (entries.length > documentLimits.attributes)
    refuse('attributes', `must have at most ${documentLimits.attributes} entries`);
  if (new Set(entries.map(([name]) => name)).size < entries.length)
    refuse('attributes', 'must not have two entries with the same name');
  for (const [name, value] of entries) {
    if (name === '' || name.length > documentLimits.attributeNameCharacters)
      refuse('attributes', `must have names of 1 to ${documentLimits.attributeNameCharacters} characters`);
    if (typeof value === 'string' && value.length > documentLimits.attributeCharacters)
      refuse(`attributes.${name}`, `must have at most ${documentLimits.attributeCharacters} characters`);
    if (typeof value === 'number' && !Number.isFinite(value)) refuse(`attributes.${name}`, 'must be finite');
  }
  return Object.fromEntries(entries);
};

const readName = (name: string): string => {
  const cleaned = cleanFileName(name);
  if (cleaned === '') refuse('name', 'must not be empty');
  return cleaned;
};

const columnsOf = (change: DocumentChange): Updateable<Schema['documents']> => ({
  ...(change.name === undefined ? {} : { name: readName(change.name) }),
  ...(change.sourceUrl === undefined ? {} : { source_url: change.sourceUrl }),
  ...(change.isEnabled === undefined ? {} : { is_enabled: change.isEnabled ? 1 : 0 }),
  ...(change.tags === undefined ? {} : { tags: JSON.stringify(readTags(change.tags)) }),
  ...(change.attributes === undefined
    ? {}
    : { attributes: JSON.stringify(readAttributes(change.attributes)) }),
});

/** The search index holds these. */
const isSearched = ({ name, knowledgeBaseId, isEnabled, tags, attributes }: DocumentChange): boolean =>
  [name, knowledgeBaseId, isEnabled, tags, attributes].some((value) => value !== undefined);

/** Renames, moves, disables and tags a document. The next search sees the change. */
export const createChangeDocuments =
  ({ db, clock }: { db: Database; clock: Clock }) =>
  async (
    agent: Agent,
    documentId: string,
    change: DocumentChange,
    alsoIn?: AlsoIn<{ before: KnowledgeDocument; after: KnowledgeDocument }>,
  ): Promise<KnowledgeDocument> => {
    const columns = columnsOf(change);
    const changed = await db.transaction(async (tx) => {
      const base =
        change.knowledgeBaseId === undefined
          ? undefined
          : await requireBase(tx, agent.id, change.knowledgeBaseId);
      const moved = base ? { knowledge_base_id: base.id } : {};
      const result = await changeDocument(tx, agent.id, documentId, {
        ...columns,
        ...moved,
        updated_at: clock.nowMs(),
      });
      if (!result) throw new AppError('notFound', 'There is no such document');
      if (result.after.servedUploadId !== null && isSearched(change))
        await recordChanges(tx, agent.id, [documentId], 0);
      await alsoIn?.(tx, result);
      return result.after;
    });
    await db.durable();
    return changed;
  };
