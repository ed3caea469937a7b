import type { Selectable } from 'kysely';
import type { Schema } from '../../db/index.ts';
import type { RunPageState, RunStatus, SourceKind, SourceRemoval } from '../../db/schema/sources.ts';

export type { RunPageState, RunStatus, SourceKind, SourceRemoval };

export interface SourceRules {
  /** Path that URLs begin with. '': the folder of the start URL. */
  pathPrefix: string;
  /** Globs on the path. Empty: everything. */
  include: string[];
  exclude: string[];
  /** Links from the start page. */
  maxDepth: number;
  /** Also the number of files. */
  maxPages: number;
  /** Reads the sitemaps that robots.txt names, or /sitemap.xml. */
  useSitemap: boolean;
  followLinks: boolean;
  /** Delay between two requests to a host. */
  delayMs: number;
  /** Size of all files of a folder, a bucket or a repository. */
  maxTotalMb: number;
}

export const defaultRules: SourceRules = {
  pathPrefix: '',
  include: [],
  exclude: [],
  maxDepth: 5,
  maxPages: 1000,
  useSitemap: true,
  followLinks: true,
  delayMs: 0,
  maxTotalMb: 1000,
};

/** The largest values that an operator can set. */
export const ruleLimits = {
  patterns: 50,
  patternLength: 200,
  maxDepth: 20,
  maxPages: 20_000,
  delayMs: 10_000,
  maxTotalMb: 20_000,
} as const;

/** Kinds whose content is files with paths. Their listing is complete: a file that it does not name no longer exists. */
export const isFileKind = (kind: SourceKind): boolean => kind === 'folder' || kind === 's3' || kind === 'git';

export interface S3Connection {
  bucket: string;
  /** Keys begin with it. '': the whole bucket. */
  prefix: string;
  region: string;
  /** Whether the bucket is part of the path, not of the host name. */
  isPathStyle: boolean;
}

export interface GitConnection {
  /** Branch or tag. '': the default branch. */
  branch: string;
  /** '': the whole repository. Without slashes at its ends. */
  folder: string;
  /** URL of a file for citations, with {path}. '': none. */
  urlTemplate: string;
}

/** What a kind needs besides the URL. Contains no secrets. */
export interface SourceConnection {
  s3?: S3Connection;
  git?: GitConnection;
}

/** Of S3: access key id and secret access key. Of Git: user name, which may be empty, and token. */
export interface SourceCredentials {
  user: string;
  secret: string;
}

/** What a run listed. The next one need not list it again if nothing changed and the run was complete. */
export interface LastListing {
  runId: string;
  /** Of the whole listing: a commit. */
  version: string;
  /** Hash of the settings that decide which files are read. */
  settings: string;
}

export interface Source {
  id: string;
  workspaceId: string;
  agentId: string;
  knowledgeBaseId: string;
  kind: SourceKind;
  name: string;
  url: string;
  connection: SourceConnection;
  lastListing: LastListing | null;
  rules: SourceRules;
  chunkTokens: number;
  removal: SourceRemoval;
  graceDays: number;
  /** false: edits of chunks are discarded when the content of a page changes. */
  keepsEdits: boolean;
  schedule: string;
  nextSyncAtMs: number | null;
  isDeleting: boolean;
  creator: { id: string; email: string };
  createdAtMs: number;
  updatedAtMs: number;
}

export const toSource = (row: Selectable<Schema['knowledge_sources']>): Source => ({
  id: row.id,
  workspaceId: row.workspace_id,
  agentId: row.agent_id,
  knowledgeBaseId: row.knowledge_base_id,
  kind: row.kind,
  name: row.name,
  url: row.url,
  connection: JSON.parse(row.connection) as SourceConnection,
  lastListing: row.last_listing === null ? null : (JSON.parse(row.last_listing) as LastListing),
  rules: { ...defaultRules, ...(JSON.parse(row.rules) as Partial<SourceRules>) },
  chunkTokens: row.chunk_tokens,
  removal: row.removal,
  graceDays: row.grace_days,
  keepsEdits: row.keeps_edits === 1,
  schedule: row.schedule,
  nextSyncAtMs: row.next_sync_at,
  isDeleting: row.is_deleting === 1,
  creator: { id: row.creator_id, email: row.creator_email },
  createdAtMs: row.created_at,
  updatedAtMs: row.updated_at,
});

export interface RunCounts {
  found: number;
  added: number;
  updated: number;
  unchanged: number;
  removed: number;
  missing: number;
  skipped: number;
  beyondLimit: number;
}

export interface SourceRun extends RunCounts {
  id: string;
  sourceId: string;
  status: RunStatus;
  startedBy: 'operator' | 'schedule';
  isCancelled: boolean;
  isSeeded: boolean;
  error: string | null;
  createdAtMs: number;
  startedAtMs: number | null;
  endedAtMs: number | null;
}

export const toRun = (row: Selectable<Schema['source_runs']>): SourceRun => ({
  id: row.id,
  sourceId: row.source_id,
  status: row.status,
  startedBy: row.started_by,
  isCancelled: row.is_cancelled === 1,
  isSeeded: row.is_seeded === 1,
  found: row.found,
  added: row.added,
  updated: row.updated,
  unchanged: row.unchanged,
  removed: row.removed,
  missing: row.missing,
  skipped: row.skipped,
  beyondLimit: row.beyond_limit,
  error: row.error,
  createdAtMs: row.created_at,
  startedAtMs: row.started_at,
  endedAtMs: row.ended_at,
});

/** Why a page or file was not stored. Its meaning is in docs/knowledge-sources.md. */
export type SkipCode =
  | 'robots'
  | 'excluded'
  | 'not-included'
  | 'trap'
  | 'too-deep'
  | 'sitemap'
  | 'redirect'
  | 'status'
  | 'too-large'
  | 'unreachable'
  | 'unsupported'
  | 'unreadable'
  | 'no-text'
  | 'noindex'
  | 'duplicate'
  | 'storage'
  | 'gone'
  | 'name'
  | 'hidden'
  | 'link'
  | 'special'
  | 'changed'
  | 'submodule'
  | 'lfs';

export interface SkipReason {
  code: SkipCode;
  detail: string;
}

/** As stored: the code, a space, the detail. */
export const reasonText = ({ code, detail }: SkipReason): string =>
  `${code} ${detail}`.trim().slice(0, 1000).replaceAll('\0', '');

export const parseReason = (text: string | null): SkipReason | null => {
  if (text === null) return null;
  const [code = '', ...detail] = text.split(' ');
  return { code: code as SkipCode, detail: detail.join(' ') };
};
