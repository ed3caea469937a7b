import type { KnowledgeSource } from '../../../api/generated.ts';
import { hasCredentials, isFileKind, scheduleLabels } from './source-labels.ts';

/** The fields of a source while it is edited. */
export interface SourceForm {
  kind: KnowledgeSource['kind'];
  /** Of a folder, its path. */
  url: string;
  name: string;
  bucket: string;
  prefix: string;
  region: string;
  isPathStyle: boolean;
  branch: string;
  folder: string;
  urlTemplate: string;
  /** Access key ID or user name. */
  user: string;
  /** Empty: the stored credentials stay. */
  secret: string;
  /** One pattern per line. */
  include: string;
  exclude: string;
  maxDepth: number | string;
  maxPages: number | string;
  maxTotalMb: number | string;
  /** `cron` if the expression in `cron` counts. */
  schedule: string;
  cron: string;
  removal: KnowledgeSource['removal'];
  graceDays: number | string;
  edits: KnowledgeSource['edits'];
}

/** Folders are shown as paths. */
export const shownUrl = (url: string): string =>
  url.startsWith('file://') ? decodeURIComponent(url.slice('file://'.length)) : url;

export const formOf = (source: KnowledgeSource | undefined): SourceForm => {
  const isNamed = source === undefined || Object.hasOwn(scheduleLabels, source.schedule);
  return {
    kind: source?.kind ?? 'site',
    url: source ? shownUrl(source.url) : '',
    name: source?.name ?? '',
    bucket: source?.s3?.bucket ?? '',
    prefix: source?.s3?.prefix ?? '',
    region: source?.s3?.region ?? '',
    isPathStyle: source?.s3?.isPathStyle ?? true,
    branch: source?.git?.branch ?? '',
    folder: source?.git?.folder ?? '',
    urlTemplate: source?.git?.urlTemplate ?? '',
    user: '',
    secret: '',
    include: source?.rules.include.join('\n') ?? '',
    exclude: source?.rules.exclude.join('\n') ?? '',
    maxDepth: source?.rules.maxDepth ?? 5,
    maxPages: source?.rules.maxPages ?? 1000,
    maxTotalMb: source?.rules.maxTotalMb ?? 1000,
    schedule: isNamed ? (source?.schedule ?? 'daily') : 'cron',
    cron: isNamed ? '0 3 * * *' : source.schedule,
    removal: source?.removal ?? 'after-grace',
    graceDays: source?.graceDays ?? 7,
    edits: source?.edits ?? 'keep',
  };
};

const lines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const rulesOf = ({ kind, include, exclude, maxDepth, maxPages, maxTotalMb }: SourceForm) => ({
  include: lines(include),
  exclude: lines(exclude),
  maxPages: Number(maxPages),
  ...(isFileKind(kind) ? { maxTotalMb: Number(maxTotalMb) } : { maxDepth: Number(maxDepth) }),
});

/** Where the content is. The region has a default, which an empty text would replace. */
export const locationOf = (form: SourceForm) => ({
  url: form.url.trim(),
  ...(form.kind === 's3'
    ? {
        s3: {
          bucket: form.bucket.trim(),
          prefix: form.prefix.trim(),
          isPathStyle: form.isPathStyle,
          ...(form.region.trim() === '' ? {} : { region: form.region.trim() }),
        },
      }
    : {}),
  ...(form.kind === 'git'
    ? {
        git: {
          branch: form.branch.trim(),
          folder: form.folder.trim(),
          urlTemplate: form.urlTemplate.trim(),
        },
      }
    : {}),
  ...(hasCredentials(form.kind) && form.secret !== ''
    ? { credentials: { user: form.user.trim(), secret: form.secret } }
    : {}),
});

export const isComplete = (form: SourceForm): boolean =>
  form.url.trim() !== '' && (form.kind !== 's3' || form.bucket.trim() !== '');

/** What is sent, except the kind, which cannot change. */
export const settingsOf = (form: SourceForm) => ({
  ...locationOf(form),
  ...(form.name.trim() === '' ? {} : { name: form.name.trim() }),
  rules: rulesOf(form),
  schedule: form.schedule === 'cron' ? form.cron.trim() : form.schedule,
  removal: form.removal,
  graceDays: Number(form.graceDays),
  edits: form.edits,
});
