import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Handle } from '../../db/index.ts';
import { findRun } from './run-store.ts';
import { defaultRules, type LastListing, type Source } from './source.ts';
import type { Discovered, LastDiscovered } from './source-reader.ts';

/** Reasons that may not exist any more at the next attempt. */
const temporary = ['storage', 'unreachable', 'unreadable', 'status', 'changed'];

const settingsOf = ({ url, connection, rules }: Source): string => {
  const { include, exclude, maxPages, maxTotalMb } = { ...defaultRules, ...rules };
  const text = JSON.stringify([url, connection, include, exclude, maxPages, maxTotalMb]);
  return createHash('sha256').update(text).digest('hex');
};

/** Part of the transaction that stores the pages of a run. */
export const rememberListing = async (
  tx: Handle,
  source: Source,
  runId: string,
  { version }: Discovered,
): Promise<void> => {
  if (version === undefined) return;
  const listing: LastListing = { runId, version, settings: settingsOf(source) };
  await tx
    .updateTable('knowledge_sources')
    .set({ last_listing: JSON.stringify(listing) })
    .where('id', '=', source.id)
    .execute();
};

/** What the last listing found, if its run was complete and its documents still exist. */
export const lastDiscovered = async (db: Handle, source: Source): Promise<LastDiscovered | undefined> => {
  const { lastListing } = source;
  if (!lastListing || lastListing.settings !== settingsOf(source)) return undefined;
  const run = await findRun(db, source.id, lastListing.runId);
  if (run?.status !== 'completed') return undefined;
  const skipped = await db
    .selectFrom('source_run_pages')
    .select(['url', sql<string>`coalesce(reason, '')`.as('reason')])
    .where('run_id', '=', run.id)
    .where('state', '=', 'skipped')
    .orderBy('number')
    .execute();
  if (skipped.some(({ reason }) => temporary.includes(reason.split(' ')[0]!))) return undefined;
  const pages = await db
    .selectFrom('source_pages')
    .innerJoin('documents', 'documents.id', 'source_pages.document_id')
    .select(['source_pages.url', 'source_pages.depth', 'source_pages.etag as version'])
    .where('source_pages.source_id', '=', source.id)
    .where('source_pages.missing_since', 'is', null)
    .orderBy('source_pages.url')
    .execute();
  // A document that was deleted by hand is added again.
  if (pages.length !== run.added + run.updated + run.unchanged) return undefined;
  return { version: lastListing.version, discovered: { pages, skipped, beyondLimit: run.beyondLimit } };
};
