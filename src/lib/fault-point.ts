import { appendFileSync } from 'node:fs';

/**
 * Every change of state in which a process can die, by module. "-ing" points are inside a
 * transaction or before an effect: the named event has not happened yet. The others are right after it, before
 * any caller or client gets the result.
 */
export const faultPoints = {
  // A round
  'message-storing': 'the message is written, not committed',
  'message-stored': 'the message is committed, not yet on disk',
  'message-acknowledged': 'the message is on disk, the client has no response yet',
  'model-calling': 'the round has its context, the model is about to be called',
  'model-answered': 'the model has sent its whole answer',
  'events-logging': 'a batch of reply events is written, not committed',
  'events-logged': 'a batch of reply events is committed',
  'round-settling': 'the answer is complete, the end of the round is not stored',
  'round-ended': 'the end of the round is written, without charge and deliveries',
  'round-charged': 'the charge is written, not committed',
  'round-committing': 'the end with everything that belongs to it is written, not committed',
  'round-committed': 'the end is committed, not yet on disk',
  'round-durable': 'the end is on disk, the client has not received it',
  'round-sent': 'the end was sent to the client',
  'credits-reserving': 'more credits are reserved for a running round, not committed',
  'credits-reserved': 'credits are reserved for a summary, the model was not called yet',
  // After a crash
  'takeover-starting': 'a dead process was found',
  'round-failing': 'an interrupted round is about to be ended',
  'round-retaken': 'an interrupted webhook round is taken over, not yet started again',
  'leases-freed': 'the jobs of a dead process are free again',
  // Messaging platforms
  'update-storing': 'a message of a platform is written, not committed',
  'update-stored': 'a message of a platform is on disk, not acknowledged',
  'update-ending': 'a message of a platform is processed, not committed',
  // Deliveries
  'delivery-writing': 'a delivery and its job are written, not committed',
  'delivery-claimed': 'a delivery was claimed',
  'delivery-sending': 'a delivery is about to be sent',
  'delivery-answered': 'the receiver has answered, nothing is stored',
  'delivery-marking': 'the answer is written, not committed',
  'delivery-marked': 'the answer is committed',
  // Documents
  'file-stored': 'a file is stored, nothing refers to it yet',
  'document-storing': 'a document is written, not committed',
  'document-stored': 'a document is committed, not yet on disk',
  'document-replacing': 'a new upload of a document is written, not committed',
  'document-replaced': 'a new upload of a document is committed',
  'document-claimed': 'a document was claimed',
  'document-parsed': 'the text of a document was read',
  'document-chunked': 'the text was divided into chunks, none is stored',
  'chunks-storing': 'a batch of chunks is written, not committed',
  'chunks-stored': 'a batch of chunks is committed',
  'document-swapping': 'the new content is served, not committed',
  'document-swapped': 'the new content is served',
  'document-failing': 'the failure of a document is written, not committed',
  'chunk-editing': 'an edit of a chunk is written, not committed',
  'chunk-edited': 'an edit of a chunk is committed',
  'document-deleting': 'a document is deleted, not committed',
  'document-deleted': 'a document is deleted, its chunks still exist',
  'document-clearing': 'a batch of unused chunks is deleted, more may follow',
  'document-cleared': 'everything of an unused upload is deleted, the job has not ended',
  // Records
  'import-storing': 'an import is written, not committed',
  'import-stored': 'an import is committed, not yet on disk',
  'import-batch-storing': 'a batch of records is written, not committed',
  'import-batch-stored': 'a batch of records is committed',
  // Handoff to a person
  'handoff-starting': 'a human session and its establish call are written, not committed',
  'handoff-opening': 'a human session is opened, not committed',
  'handoff-chatting': "a user's message for a person is written, not committed",
  'handoff-replying': "a person's reply is written, not committed",
  'handoff-replied': "a person's reply is committed, not yet on disk",
  'handoff-closing': 'the end of a human session is written, not committed',
  'handoff-closed': 'the end of a human session is committed, not yet on disk',
  // The inbox
  'session-taking': 'an inbox session is taken, not committed',
  'session-taken': 'an inbox session is taken and committed',
  'session-returning': 'the end of an inbox session and its note for the agent are written, not committed',
  'message-leaving': 'a left message is written, not committed',
  'session-rating': 'the rating of a session is written, not committed',
  'session-rated': 'the rating of a session is committed, not yet on disk',
  // E-mail
  'mail-sending': 'an e-mail is about to be sent',
  'mail-accepted': 'the mail server has accepted an e-mail, nothing is stored',
  'mail-marking': 'the end of an e-mail is written, not committed',
  // Sources
  'sync-seeding': 'the first pages of a sync are listed, not committed',
  'sync-fetched': 'pages were fetched, nothing is stored',
  'sync-storing': 'the documents of pages are written, not committed',
  'sync-stored': 'the documents of pages are committed',
  'sync-removing': 'pages that are not part of the source any more are deleted, not committed',
  'sync-ending': 'the end of a sync is written, not committed',
  'source-stopped': 'a source is marked for deletion and its sync is stopped',
  'source-deleting': 'a source is deleted, not committed',
  // Test runs
  'test-seeding': 'the cases of a test run are copied, not committed',
  'test-answered': 'the agent has answered a test case, no result is stored',
  'test-storing': 'the result of a test case is written, not committed',
  'test-stored': 'the result of a test case is committed, its test chat still exists',
  'test-ending': 'the end of a test run is written, not committed',
  // Jobs
  'job-enqueuing': 'a job is written, not committed',
  'job-leased': 'jobs are leased, none has started',
  'job-finishing': 'the end of a job is written, not committed',
  'job-finished': 'the end of a job is committed',
  // Memory and erasure
  'memory-distilling': 'memories and their mark are written, not committed',
  'memory-distilled': 'memories are committed',
  'erasure-deleting': 'conversations or a batch of expired data are deleted, not committed',
  'erasure-committed': 'the rows are deleted, the files still exist',
  'erasure-files-removed': 'the files are deleted',
  // The database itself (SQLite)
  'group-committing': 'the work of a group is done, not committed',
  'group-committed': 'a group is committed, no caller knows it yet',
  'disk-syncing': 'a sync is about to start',
  'disk-synced': 'a sync has ended, no caller knows it yet',
} as const;

export type FaultPointName = keyof typeof faultPoints;

type Effect =
  | { kind: 'kill' }
  /** Throws an error with this code. */
  | { kind: 'error'; code: string }
  /** Blocks the whole process, like a suspended machine. */
  | { kind: 'delay'; delayMs: number }
  /** Records the name of every point when it is first reached. */
  | { kind: 'note'; path: string };

export interface Fault {
  point: FaultPointName | 'every';
  /** The first and last visit that fail, from 1. */
  first: number;
  last: number;
  effect: Effect;
}

let armed: { fault: Fault; visits: number; noted: Set<string> } | undefined;

const readEffect = (text: string): Effect | undefined => {
  const [kind, value = ''] = text.split(/=(.*)/s);
  if (kind === 'kill' && value === '') return { kind };
  if (kind === 'error') return { kind, code: value || 'EFAULT' };
  if (kind === 'delay' && /^\d{1,6}$/.test(value)) return { kind, delayMs: Number(value) };
  if (kind === 'note' && value !== '') return { kind, path: value };
  return undefined;
};

/** Reads `point@n:kill`; also `@n-m`, and `error=CODE`, `delay=MS` or `note=PATH` instead of `kill`. */
export const parseFault = (text: string): Fault => {
  const [, point = '', first = '', last = first, rest = ''] =
    /^([a-z-]+)@(\d{1,6})(?:-(\d{1,6}))?:(.+)$/s.exec(text) ?? [];
  const effect = readEffect(rest);
  if (!(Object.hasOwn(faultPoints, point) || point === 'every') || effect === undefined)
    throw new Error('must be point@n:kill, :error=CODE, :delay=MS or :note=PATH, with a point of the table');
  return { point: point as Fault['point'], first: Number(first), last: Number(last), effect };
};

/** Called in the process that must fail. In tests of this module, undefined disarms. */
export const armFault = (fault: Fault | undefined): void => {
  armed = fault && { fault, visits: 0, noted: new Set() };
};

const cause = (effect: Effect, name: string): void => {
  if (effect.kind === 'kill') process.kill(process.pid, 'SIGKILL');
  if (effect.kind === 'delay') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, effect.delayMs);
  if (effect.kind === 'error') throw Object.assign(new Error(`Fault at ${name}`), { code: effect.code });
};

const strike = (name: FaultPointName): void => {
  const { fault, noted } = armed!;
  const { point, first, last, effect } = fault;
  if (effect.kind === 'note') {
    if (!noted.has(name)) appendFileSync(effect.path, `${name}\n`);
    noted.add(name);
    return;
  }
  if (point !== name && point !== 'every') return;
  armed!.visits += 1;
  if (armed!.visits >= first && armed!.visits <= last) cause(effect, name);
};

/**
 * A place where a test can kill, fail or block this process. Module state instead of a dependency, because a point
 * can be anywhere and must cost only one comparison if it is not used.
 */
export const faultPoint = (name: FaultPointName): void => {
  if (armed !== undefined) strike(name);
};
