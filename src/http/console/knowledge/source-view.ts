import { type Static, Type } from 'typebox';
import type { Source, SourcePreview, SourceRun } from '../../../knowledge/index.ts';
import { defaultRules, ruleLimits } from '../../../knowledge/index.ts';
import { oneOf } from '../../schema.ts';
import { AgentParams, Name, NullableTime, Time, toNullableTime, toTime } from '../wire/wire-schemas.ts';
import { ConnectionView, presentConnection } from './source-connection.ts';

export const sourcesPath = '/workspaces/:workspaceId/agents/:agentId/sources';
export const SourceParams = Type.Object({ ...AgentParams.properties, sourceId: Type.String() });
export const RunParams = Type.Object({ ...SourceParams.properties, runId: Type.String() });

export const SourceKind = oneOf(
  ['page', 'site', 'feed', 'folder', 's3', 'git'],
  'page: one page; site: the pages below a path; feed: the pages that an RSS, Atom or JSON feed links to; folder: the files of a folder of the server; s3: the objects of a bucket; git: the files of a folder of a Git repository',
);
const Removal = oneOf(
  ['at-once', 'after-grace', 'never'],
  'When the document of a page that no longer exists is deleted',
);
const Patterns = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: ruleLimits.patternLength }), {
    maxItems: ruleLimits.patterns,
    description,
  });

/** Rules of a source as they are sent: absent fields have their defaults. */
export const RulesInput = Type.Object({
  pathPrefix: Type.Optional(
    Type.String({
      maxLength: 500,
      pattern: '^(/.*)?$',
      description: 'Path that the URLs of a site begin with. Default: the folder of `url`',
    }),
  ),
  include: Type.Optional(
    Patterns(
      'Paths to read. `*` matches text without a slash, `**` any text, `?` one character. Default: all',
    ),
  ),
  exclude: Type.Optional(Patterns('Paths that are not read, even if `include` matches them')),
  maxDepth: Type.Optional(
    Type.Integer({ minimum: 0, maximum: ruleLimits.maxDepth, description: 'Links from the start page' }),
  ),
  maxPages: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: ruleLimits.maxPages,
      description: 'Maximum number of pages or files',
    }),
  ),
  useSitemap: Type.Optional(
    Type.Boolean({ description: 'Whether to read the sitemaps that robots.txt names, or /sitemap.xml' }),
  ),
  followLinks: Type.Optional(Type.Boolean()),
  delayMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: ruleLimits.delayMs,
      description:
        'Delay between two requests to a server. A longer crawl delay of robots.txt counts instead',
    }),
  ),
  maxTotalMb: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: ruleLimits.maxTotalMb,
      description:
        'Maximum size of all files of a folder or bucket. Sizes in Git are not known before files are read',
    }),
  ),
});

export const readRules = (given: Static<typeof RulesInput>, rest = defaultRules) => ({ ...rest, ...given });

const Edits = oneOf(
  ['keep', 'replace'],
  'What happens to edited chunks when the content of a page changes. keep: they stay, with a conflict mark if the new content does not have their original text; replace: edits are discarded',
);

export const settingFields = {
  name: Name,
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      'Of a folder: its absolute path, or a file: URL. Of S3: the endpoint. Of Git: the repository',
  }),
  rules: RulesInput,
  chunkTokens: Type.Integer({ minimum: 1, maximum: 1000, description: 'Maximum tokens per chunk' }),
  removal: Removal,
  graceDays: Type.Integer({ minimum: 1, maximum: 365, description: 'For `removal` after-grace' }),
  edits: Edits,
  schedule: Type.String({
    minLength: 1,
    maxLength: 100,
    description: 'off, hourly, daily, weekly, or a cron expression with five fields in UTC',
  }),
};

const Rules = Type.Object({
  pathPrefix: Type.String(),
  include: Type.Array(Type.String()),
  exclude: Type.Array(Type.String()),
  maxDepth: Type.Integer(),
  maxPages: Type.Integer(),
  useSitemap: Type.Boolean(),
  followLinks: Type.Boolean(),
  delayMs: Type.Integer(),
  maxTotalMb: Type.Integer(),
});

export const RunView = Type.Object(
  {
    id: Type.String(),
    status: oneOf(['queued', 'running', 'completed', 'failed', 'cancelled']),
    startedBy: oneOf(['operator', 'schedule']),
    found: Type.Integer({ description: 'Pages to read, so far' }),
    added: Type.Integer(),
    updated: Type.Integer(),
    unchanged: Type.Integer(),
    removed: Type.Integer({ description: 'Pages whose documents were deleted' }),
    missing: Type.Integer({ description: 'Pages that no longer exist and whose documents are kept so far' }),
    skipped: Type.Integer({ description: 'Pages without a document, each with a reason' }),
    beyondLimit: Type.Integer({ description: 'Links to pages that were not read because of `maxPages`' }),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Why the sync failed' }),
    createdAt: Time,
    startedAt: NullableTime,
    endedAt: NullableTime,
  },
  { title: 'SourceRun' },
);

export const presentRun = (run: SourceRun): Static<typeof RunView> => ({
  id: run.id,
  status: run.status,
  startedBy: run.startedBy,
  found: run.found,
  added: run.added,
  updated: run.updated,
  unchanged: run.unchanged,
  removed: run.removed,
  missing: run.missing,
  skipped: run.skipped,
  beyondLimit: run.beyondLimit,
  error: run.error,
  createdAt: toTime(run.createdAtMs),
  startedAt: toNullableTime(run.startedAtMs),
  endedAt: toNullableTime(run.endedAtMs),
});

export const SourceView = Type.Object(
  {
    id: Type.String(),
    knowledgeBaseId: Type.String(),
    kind: SourceKind,
    name: Type.String(),
    url: Type.String(),
    ...ConnectionView,
    hasCredentials: Type.Boolean(),
    rules: Rules,
    chunkTokens: Type.Integer(),
    removal: Removal,
    graceDays: Type.Integer(),
    edits: Edits,
    schedule: Type.String(),
    nextSyncAt: NullableTime,
    isDeleting: Type.Boolean({ description: 'Whether its documents are being deleted' }),
    documents: Type.Integer(),
    lastRun: Type.Union([RunView, Type.Null()]),
    createdBy: Type.String({ description: 'E-mail address of the operator; empty: added with a token' }),
    createdAt: Time,
    updatedAt: Time,
  },
  { title: 'KnowledgeSource' },
);

export const presentSource = ({
  source,
  run,
  documents,
  hasCredentials,
}: {
  source: Source;
  run: SourceRun | undefined;
  documents: number;
  hasCredentials: boolean;
}): Static<typeof SourceView> => ({
  id: source.id,
  knowledgeBaseId: source.knowledgeBaseId,
  kind: source.kind,
  name: source.name,
  url: source.url,
  ...presentConnection(source),
  hasCredentials,
  rules: source.rules,
  chunkTokens: source.chunkTokens,
  removal: source.removal,
  graceDays: source.graceDays,
  edits: source.keepsEdits ? 'keep' : 'replace',
  schedule: source.schedule,
  nextSyncAt: toNullableTime(source.nextSyncAtMs),
  isDeleting: source.isDeleting,
  documents,
  lastRun: run ? presentRun(run) : null,
  createdBy: source.creator.email,
  createdAt: toTime(source.createdAtMs),
  updatedAt: toTime(source.updatedAtMs),
});

const SkipReason = Type.Object(
  {
    code: oneOf([
      'robots',
      'excluded',
      'not-included',
      'trap',
      'too-deep',
      'sitemap',
      'redirect',
      'status',
      'too-large',
      'unreachable',
      'unsupported',
      'unreadable',
      'no-text',
      'noindex',
      'duplicate',
      'storage',
      'gone',
      'name',
      'hidden',
      'link',
      'special',
      'changed',
      'submodule',
      'lfs',
    ]),
    detail: Type.String({ description: 'For example the status, or the URL of a redirect; may be empty' }),
  },
  { title: 'SkipReason' },
);
const NullableReason = Type.Union([SkipReason, Type.Null()]);

export const RunPageState = oneOf([
  'waiting',
  'added',
  'updated',
  'unchanged',
  'removed',
  'missing',
  'skipped',
]);

export const RunPageView = Type.Object(
  {
    url: Type.String({ description: 'Of a page, or the path of a file' }),
    depth: Type.Integer({ description: 'Links from the start page, or folders above the file' }),
    state: RunPageState,
    reason: NullableReason,
  },
  { title: 'SourceRunPage' },
);

export const PreviewView = Type.Object(
  {
    pages: Type.Array(Type.Object({ url: Type.String(), depth: Type.Integer() }), {
      description: 'The first pages, at most 500, in the order in which they would be read',
    }),
    found: Type.Integer({ description: 'Pages found so far. A sync follows further links' }),
    isOverLimit: Type.Boolean({ description: 'Whether more than `maxPages` pages were found' }),
    skipped: Type.Array(Type.Object({ url: Type.String(), reason: SkipReason }), {
      description: 'At most 100',
    }),
    sample: Type.Union(
      [Type.Object({ url: Type.String(), title: Type.String(), text: Type.String() }), Type.Null()],
      { description: 'The start of the extracted text of the first page' },
    ),
    sampleProblem: NullableReason,
  },
  { title: 'SourcePreview' },
);

export const presentPreview = (preview: SourcePreview): Static<typeof PreviewView> => ({
  pages: preview.pages,
  found: preview.found,
  isOverLimit: preview.isOverLimit,
  skipped: preview.skipped,
  sample: preview.sample,
  sampleProblem: preview.sampleProblem,
});
