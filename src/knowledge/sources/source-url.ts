import { AppError } from '../../lib/errors.ts';
import { requireFolderUrl } from './files/folder/source-folders.ts';
import type { SourceKind } from './source.ts';

const requireWebUrl = (text: string): URL => {
  const url = URL.parse(text.trim());
  if (!url || !/^https?:$/.test(url.protocol))
    throw new AppError('invalidParameter', 'url must start with http:// or https://');
  if (url.username || url.password)
    throw new AppError('invalidParameter', 'url must not contain a user or password');
  url.hash = '';
  return url;
};

/** The URL of a source as it is stored. Throws if a source of the kind cannot have it. */
export const requireSourceUrl = (kind: SourceKind, text: string, folders: readonly string[]): string => {
  if (kind === 'folder') return requireFolderUrl(text, folders);
  const url = requireWebUrl(text);
  if (kind === 's3' && (url.pathname !== '/' || url.search !== ''))
    throw new AppError(
      'invalidParameter',
      'url must be the endpoint of the storage, without a path. Use s3.bucket and s3.prefix',
    );
  if (kind === 'git' && url.search !== '')
    throw new AppError('invalidParameter', 'url must be the URL of the repository, without parameters');
  return url.href;
};
