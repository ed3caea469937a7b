import { type Static, Type } from 'typebox';
import {
  nameProblem,
  type Source,
  type SourceConnection,
  type SourceKind,
} from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';

const S3Input = Type.Object(
  {
    bucket: Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{1,62}$' }),
    prefix: Type.Optional(
      Type.String({
        maxLength: 1000,
        description: 'Keys begin with it, for example manuals/. Default: the whole bucket',
      }),
    ),
    region: Type.Optional(Type.String({ pattern: '^[a-z0-9-]{1,40}$', description: 'Default: us-east-1' })),
    isPathStyle: Type.Optional(
      Type.Boolean({
        description: 'Whether the bucket is part of the path (default), not of the host name',
      }),
    ),
  },
  { description: 'For the kind s3. `url` is the endpoint' },
);

const GitInput = Type.Object(
  {
    branch: Type.Optional(
      Type.String({ maxLength: 250, description: 'Branch or tag. Default: the default branch' }),
    ),
    folder: Type.Optional(
      Type.String({ maxLength: 1000, description: 'For example docs. Default: the whole repository' }),
    ),
    urlTemplate: Type.Optional(
      Type.String({
        maxLength: 1000,
        description:
          'URL of a file for citations, with {path}, for example https://github.com/owner/name/blob/main/{path}. Default: none',
      }),
    ),
  },
  { description: 'For the kind git. `url` is the URL of the repository' },
);

export const Credentials = Type.Object(
  {
    user: Type.String({
      maxLength: 500,
      description: 'Of S3: the access key ID. Of Git: the user name; may be empty',
    }),
    secret: Type.String({
      minLength: 1,
      maxLength: 2000,
      description: 'Of S3: the secret access key. Of Git: the token',
    }),
  },
  { description: 'Stored encrypted, and never returned' },
);

/** Throws if the kind has no credentials or needs a user name. */
export const requireCredentials = (
  kind: SourceKind,
  credentials: Static<typeof Credentials> | null | undefined,
): void => {
  if (!credentials) return;
  if (kind !== 's3' && kind !== 'git')
    throw new AppError('invalidParameter', 'credentials are only for sources of the kinds s3 and git');
  if (kind === 's3' && credentials.user.trim() === '')
    throw new AppError('invalidParameter', 'credentials.user must be the access key ID');
};

/** Fields of a source that depend on its kind, as they are sent. */
export const connectionFields = { s3: Type.Optional(S3Input), git: Type.Optional(GitInput) };

/** A prefix may end with a slash, but its parts must be names. */
const requirePrefix = (field: string, prefix: string): void => {
  const problem = prefix === '' ? undefined : nameProblem(prefix.replace(/\/$/, ''));
  if (problem) throw new AppError('invalidParameter', `${field}: ${problem.detail}`);
};

type ConnectionInput = { s3?: Static<typeof S3Input>; git?: Static<typeof GitInput> };

const readGit = ({
  branch = '',
  folder = '',
  urlTemplate = '',
}: Partial<NonNullable<SourceConnection['git']>>): SourceConnection['git'] => {
  // The rules of Git for names of branches, as far as they keep a name from being something else.
  if (/[\s~^:?*[\\\p{Cc}]|\.\.|^[-/]|\/$/u.test(branch))
    throw new AppError('invalidParameter', 'git.branch is not the name of a branch or tag');
  const path = folder.trim().replace(/^\/|\/$/g, '');
  requirePrefix('git.folder', path);
  const isUrl = /^https?:$/.test(URL.parse(urlTemplate)?.protocol ?? '');
  if (urlTemplate !== '' && !(isUrl && urlTemplate.includes('{path}')))
    throw new AppError(
      'invalidParameter',
      'git.urlTemplate must start with http:// or https:// and contain {path}',
    );
  return { branch, folder: path, urlTemplate };
};

/** Throws if a field is missing or belongs to another kind. Absent fields have the values of `before`. */
export const readConnection = (
  kind: SourceKind,
  { s3, git }: ConnectionInput,
  before: SourceConnection = {},
): SourceConnection => {
  if (kind !== 's3' && s3) throw new AppError('invalidParameter', 's3 is only for sources of the kind s3');
  if (kind !== 'git' && git)
    throw new AppError('invalidParameter', 'git is only for sources of the kind git');
  if (kind === 'git') return { git: readGit({ ...before.git, ...git }) };
  if (kind !== 's3') return {};
  const bucket = s3?.bucket ?? before.s3?.bucket;
  if (bucket === undefined) throw new AppError('invalidParameter', 's3.bucket is required for the kind s3');
  requirePrefix('s3.prefix', s3?.prefix ?? '');
  const defaults = { prefix: '', region: 'us-east-1', isPathStyle: true };
  return { s3: { ...defaults, ...before.s3, ...s3, bucket } };
};

export const ConnectionView = {
  s3: Type.Union(
    [
      Type.Object({
        bucket: Type.String(),
        prefix: Type.String(),
        region: Type.String(),
        isPathStyle: Type.Boolean(),
      }),
      Type.Null(),
    ],
    { description: 'Null for other kinds' },
  ),
  git: Type.Union(
    [Type.Object({ branch: Type.String(), folder: Type.String(), urlTemplate: Type.String() }), Type.Null()],
    { description: 'Null for other kinds' },
  ),
};

export const presentConnection = ({ connection }: Source) => ({
  s3: connection.s3 ?? null,
  git: connection.git ?? null,
});
