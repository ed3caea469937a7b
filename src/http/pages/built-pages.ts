import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of the built pages. */
export type PagePart = 'console' | 'chat' | 'widget' | 'search' | 'search-box' | 'guides';

export interface BuiltFile {
  content: Buffer;
  type: string;
  /** Compressed by the build. Undefined if compression does not help. */
  encodings: { br?: Buffer; gzip?: Buffer };
}

const types: Record<string, string> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json; charset=utf-8',
  woff2: 'font/woff2',
  png: 'image/png',
};

/** A file name without folders: the build output is flat, and nothing else is served. */
const plainName = /^[A-Za-z0-9_-][A-Za-z0-9._-]*\.([a-z0-9]+)$/;

/**
 * The built pages, read at the first request and cached. The server also runs without them, for example in a checkout
 * before the first build. `find` then finds nothing.
 */
export const createBuiltPages = (folder: string) => {
  const kept = new Map<string, BuiltFile>();

  const read = async (path: string, extension: string): Promise<BuiltFile | undefined> => {
    const [content, br, gzip] = await Promise.all([
      readFile(path).catch(() => undefined),
      readFile(`${path}.br`).catch(() => undefined),
      readFile(`${path}.gz`).catch(() => undefined),
    ]);
    return content && { content, type: types[extension]!, encodings: { br, gzip } };
  };

  return {
    find: async (part: PagePart, name: string, below: 'assets' | '' = ''): Promise<BuiltFile | undefined> => {
      const extension = plainName.exec(name)?.[1];
      if (!extension || !types[extension]) return undefined;
      const path = join(folder, part, below, name);
      const known = kept.get(path) ?? (await read(path, extension));
      if (known) kept.set(path, known);
      return known;
    },
  };
};

export type BuiltPages = ReturnType<typeof createBuiltPages>;
