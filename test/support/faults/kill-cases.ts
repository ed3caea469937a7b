import type { FaultPointName } from '../../../src/lib/fault-point.ts';
import type { KillCase } from './run-kill-case.ts';

const of = (workload: KillCase['workload'], points: Partial<Record<FaultPointName, number>>): KillCase[] =>
  Object.entries(points).map(([point, visit]) => ({ point: point as FaultPointName, workload, visit }));

const cut = { point: 'model-answered', visit: 3 } as const;

/** One kill at every fault point, at the visit with the most work in progress. */
export const killCases: readonly KillCase[] = [
  ...of('rounds', {
    'message-storing': 2,
    'message-stored': 2,
    'message-acknowledged': 2,
    'model-calling': 2,
    'model-answered': 2,
    'events-logging': 1,
    'events-logged': 2,
    'round-settling': 2,
    'round-ended': 2,
    'round-charged': 2,
    'round-committing': 3,
    'round-committed': 3,
    'round-durable': 2,
    'round-sent': 2,
    'credits-reserving': 1,
    'delivery-writing': 1,
    'delivery-claimed': 1,
    'delivery-sending': 1,
    'delivery-answered': 1,
    'delivery-marking': 1,
    'delivery-marked': 1,
    'job-enqueuing': 1,
    'job-leased': 1,
    'job-finishing': 1,
    'job-finished': 1,
    'group-committing': 9,
    'group-committed': 9,
    'disk-syncing': 5,
    'disk-synced': 5,
  }),
  { point: 'takeover-starting', workload: 'rounds', after: cut },
  { point: 'leases-freed', workload: 'rounds', after: { point: 'delivery-answered' } },
  { point: 'round-failing', workload: 'rounds', after: { point: 'model-answered', visit: 2 } },
  { point: 'round-retaken', workload: 'rounds', after: cut },
  ...of('knowledge', {
    'file-stored': 2,
    'document-storing': 1,
    'document-stored': 1,
    'document-replacing': 1,
    'document-replaced': 1,
    'document-claimed': 2,
    'document-parsed': 2,
    'document-chunked': 2,
    'chunks-storing': 3,
    'chunks-stored': 3,
    'document-swapping': 2,
    'document-swapped': 2,
    'chunk-editing': 1,
    'chunk-edited': 1,
    'document-failing': 1,
    'document-deleting': 1,
    'document-deleted': 1,
    'document-clearing': 1,
    'document-cleared': 1,
  }),
  ...of('records', {
    'import-storing': 1,
    'import-stored': 1,
    'import-batch-storing': 2,
    'import-batch-stored': 2,
  }),
  ...of('handoff', {
    'handoff-starting': 1,
    'handoff-opening': 1,
    'handoff-chatting': 1,
    'handoff-replying': 1,
    'handoff-replied': 1,
    'handoff-closing': 1,
    'handoff-closed': 1,
  }),
  ...of('inbox', {
    'session-taking': 1,
    'session-taken': 1,
    'session-returning': 1,
    'message-leaving': 1,
    'session-rating': 1,
    'session-rated': 1,
    'mail-sending': 1,
    'mail-accepted': 1,
    'mail-marking': 1,
  }),
  ...of('sources', {
    'sync-seeding': 1,
    'sync-fetched': 2,
    'sync-storing': 2,
    'sync-stored': 2,
    'sync-removing': 1,
    'sync-ending': 1,
    'source-stopped': 1,
    'source-deleting': 1,
  }),
  ...of('folder sources', { 'sync-seeding': 1, 'sync-stored': 2, 'sync-removing': 1 }),
  ...of('s3 sources', { 'sync-seeding': 2, 'sync-stored': 2, 'sync-ending': 1 }),
  ...of('git sources', { 'sync-seeding': 2, 'sync-fetched': 2, 'sync-stored': 5, 'sync-ending': 2 }),
  ...of('test runs', {
    'test-seeding': 1,
    'test-answered': 2,
    'test-storing': 3,
    'test-stored': 3,
    'test-ending': 1,
  }),
  ...of('memory', { 'credits-reserved': 1, 'memory-distilling': 1, 'memory-distilled': 1 }),
  ...of('erasure', { 'erasure-deleting': 1, 'erasure-committed': 1, 'erasure-files-removed': 1 }),
];

/** The fault points of human sessions, for sessions of the inbox. */
export const inboxKillCases: readonly KillCase[] = of('inbox', {
  'handoff-starting': 1,
  'handoff-opening': 1,
  'handoff-chatting': 1,
  'handoff-replying': 1,
  'handoff-replied': 1,
  'handoff-closing': 1,
  'handoff-closed': 1,
});

/** Only SQLite commits in groups and syncs in this process. */
export const sqliteOnly: readonly FaultPointName[] = [
  'group-committing',
  'group-committed',
  'disk-syncing',
  'disk-synced',
];
