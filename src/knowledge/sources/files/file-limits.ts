import { categoryOf, formatOfName, knowledgeLimitMb } from '../../../lib/file-formats/index.ts';
import { maxPageMb } from '../crawl/fetch-page.ts';

const mb = 1024 * 1024;
/** For names that do not tell the format. */
const otherLimitMb = 30;
/** Formats without text that the service does not know by name. */
const withoutText =
  /\.(?:avif|ico|bmp|tiff?|heic|woff2?|ttf|otf|eot|mp4|m4a|m4v|ogg|flac|webm|mov|avi|mkv|tgz|bz2|xz|zst|7z|rar|tar|exe|dll|so|dylib|a|o|class|pyc|dmg|deb|rpm|iso|img|apk|jar|wasm|bin|dat|sqlite|db|pack|idx|parquet|onnx|psd)$/i;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Told by the name, so that the file is not read. */
export const isUnsupported = (path: string): boolean => {
  const name = nameOf(path);
  const format = name.includes('.') ? formatOfName(name) : undefined;
  if (format === undefined) return withoutText.test(name);
  // Images and recordings could be documents, but folders contain many, and reading one takes seconds to minutes.
  return knowledgeLimitMb(format) === undefined || ['image', 'audio'].includes(categoryOf(format));
};

export const maxBytesOf = (path: string): number => {
  const format = formatOfName(nameOf(path));
  if (format === 'html') return maxPageMb * mb;
  return ((format && knowledgeLimitMb(format)) ?? otherLimitMb) * mb;
};

export const tooLarge = (maxBytes: number) => ({
  code: 'too-large' as const,
  detail: `more than ${maxBytes / mb} MB`,
});
