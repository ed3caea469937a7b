import type { KnowledgeSource, SkipReason, SourceRun, SourceRunPage } from '../../../api/generated.ts';
import type { Tone } from '../../../components/status-badge.tsx';
import type { Labels } from '../../../lib/label-of.ts';

export const kindLabels: Labels<KnowledgeSource['kind']> = {
  site: 'sources.kind.site',
  page: 'sources.kind.page',
  feed: 'sources.kind.feed',
  folder: 'sources.kind.folder',
  git: 'sources.kind.git',
  s3: 'sources.kind.s3',
};

/** Kinds whose content is files, not pages. */
export const isFileKind = (kind: KnowledgeSource['kind']): boolean =>
  kind === 'folder' || kind === 's3' || kind === 'git';

export const hasCredentials = (kind: KnowledgeSource['kind']): boolean => kind === 's3' || kind === 'git';

export const removalLabels: Labels<KnowledgeSource['removal']> = {
  'after-grace': 'sources.removal.afterGrace',
  'at-once': 'sources.removal.atOnce',
  never: 'sources.removal.never',
};

export const editLabels: Labels<KnowledgeSource['edits']> = {
  keep: 'sources.edits.keep',
  replace: 'sources.edits.replace',
};

/** Schedules with a name. Others are cron expressions. */
export const scheduleLabels: Labels<'off' | 'hourly' | 'daily' | 'weekly'> = {
  off: 'sources.schedule.off',
  hourly: 'sources.schedule.hourly',
  daily: 'sources.schedule.daily',
  weekly: 'sources.schedule.weekly',
};

export const statusLabels: Labels<SourceRun['status']> = {
  queued: 'sources.status.queued',
  running: 'sources.status.running',
  completed: 'sources.status.completed',
  failed: 'sources.status.failed',
  cancelled: 'sources.status.cancelled',
};

export const statusTones: Record<SourceRun['status'], Tone> = {
  queued: 'busy',
  running: 'busy',
  completed: 'good',
  failed: 'bad',
  cancelled: 'quiet',
};

export const pageStateLabels: Labels<SourceRunPage['state']> = {
  skipped: 'sources.page.skipped',
  added: 'sources.page.added',
  updated: 'sources.page.updated',
  unchanged: 'sources.page.unchanged',
  removed: 'sources.page.removed',
  missing: 'sources.page.missing',
  waiting: 'sources.page.waiting',
};

export const skipLabels: Labels<SkipReason['code']> = {
  robots: 'sources.skip.robots',
  excluded: 'sources.skip.excluded',
  'not-included': 'sources.skip.notIncluded',
  trap: 'sources.skip.trap',
  'too-deep': 'sources.skip.tooDeep',
  sitemap: 'sources.skip.sitemap',
  redirect: 'sources.skip.redirect',
  status: 'sources.skip.status',
  'too-large': 'sources.skip.tooLarge',
  unreachable: 'sources.skip.unreachable',
  unsupported: 'sources.skip.unsupported',
  unreadable: 'sources.skip.unreadable',
  'no-text': 'sources.skip.noText',
  noindex: 'sources.skip.noindex',
  duplicate: 'sources.skip.duplicate',
  storage: 'sources.skip.storage',
  gone: 'sources.skip.gone',
  name: 'sources.skip.name',
  hidden: 'sources.skip.hidden',
  link: 'sources.skip.link',
  special: 'sources.skip.special',
  changed: 'sources.skip.changed',
  submodule: 'sources.skip.submodule',
  lfs: 'sources.skip.lfs',
};
