import { randomBytes } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent } from '../../agents/index.ts';
import type { DocumentKind } from '../../db/schema/knowledge.ts';
import type { FileSource, Files } from '../../files/index.ts';
import {
  type FileFormat,
  formatOfName,
  knowledgeFormats,
  knowledgeLimitMb,
} from '../../lib/file-formats/index.ts';
import { cleanFileName, fileNameOfUrl } from '../../lib/file-name.ts';
import { EgressError, type SafeFetch } from '../../lib/safe-fetch/index.ts';
import { detectType } from '../../recognition/index.ts';

/** Where a document's bytes come from; `broken` is base64 that is none. */
export type UploadSource = FileSource | { url: string } | { broken: true };

export interface AcceptedUpload {
  fileId: string;
  name: string;
  format: FileFormat;
}

/** What the upload itself shows. The sentence is for the log and the console. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
}

interface UploadDependencies {
  files: Files;
  fetch: SafeFetch;
  /** For files on their way in. */
  folder: string;
}

const mb = 1024 * 1024;

/** Text whose name says nothing may look like JSON or TeX and is still text. */
const plainLookalikes: readonly FileFormat[] = ['txt', 'json', 'tex'];

/** What programs save under the name of a Word document besides Word documents: Rich Text, and web pages. */
const wordLookalikes: readonly FileFormat[] = ['rtf', 'html'];

const maxBytesOf = (format: FileFormat): number => (knowledgeLimitMb(format) ?? 0) * mb;
const largestBytes = (kind: DocumentKind): number => Math.max(...knowledgeFormats(kind).map(maxBytesOf));

const formatOf = async (
  source: FileSource,
  kind: DocumentKind,
  name: string | undefined,
): Promise<FileFormat> => {
  const { format } = await detectType(source, name);
  const named = formatOfName(name);
  const formats = knowledgeFormats(kind);
  if (formats.includes(format)) return format;
  const isWordName = kind === 'text' && (named === 'doc' || named === 'docx');
  if (isWordName && wordLookalikes.includes(format)) return 'doc';
  if ((isWordName || named === undefined) && plainLookalikes.includes(format))
    return kind === 'text' ? 'txt' : 'csv';
  throw new UploadRefused(`its bytes are ${format}, which is none of ${formats.join(', ')}`);
};

/** Whose storage a document takes. */
type UploadingAgent = Pick<Agent, 'id' | 'workspaceId' | 'settings'>;

const sizeOf = async (source: FileSource): Promise<number> =>
  'bytes' in source ? source.bytes.length : (await stat(source.path)).size;

/** Takes one document's file in: fetches it where it is a URL, tells its type from its bytes, stores it. */
export const createAcceptUpload = ({ files, fetch, folder }: UploadDependencies) => {
  const download = async (url: string, maxBytes: number): Promise<{ path: string }> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Named as spilled bodies are, so that what a killed process leaves is swept with them.
    const path = join(folder, `${randomBytes(16).toString('hex')}.spill`);
    try {
      const response = await fetch(url, {
        redirects: 5,
        maxBytes,
        connectTimeoutMs: 5_000,
        totalTimeoutMs: 60_000,
      });
      if (response.status < 200 || response.status > 299) {
        await response.discard();
        throw new UploadRefused(`its URL answered ${response.status}`);
      }
      await response.toFile(path);
      return { path };
    } catch (error) {
      if (error instanceof EgressError) throw new UploadRefused(error.message);
      throw error;
    }
  };

  const keep = async (
    source: FileSource,
    { agent, kind, name }: { agent: UploadingAgent; kind: DocumentKind; name: string | undefined },
  ): Promise<AcceptedUpload> => {
    const format = await formatOf(source, kind, name);
    if ((await sizeOf(source)) > maxBytesOf(format))
      throw new UploadRefused(`it has more than ${maxBytesOf(format) / mb} MB`);
    const stored = await files.store({
      workspaceId: agent.workspaceId,
      agent,
      name: name || `document.${format}`,
      mediaType: 'application/octet-stream',
      source,
      isLoose: true,
    });
    return { fileId: stored.id, name: stored.name, format };
  };

  return async (given: {
    agent: UploadingAgent;
    kind: DocumentKind;
    name: string | undefined;
    source: UploadSource;
  }): Promise<AcceptedUpload> => {
    const upload = { ...given, name: cleanFileName(given.name ?? '') || undefined };
    const { source, kind } = upload;
    if ('broken' in source) throw new UploadRefused('its base64 is broken');
    if (!('url' in source)) return keep(source, upload);
    if (!/^https?:$/.test(URL.parse(source.url)?.protocol ?? ''))
      throw new UploadRefused('its URL is not an http or https URL');
    const downloaded = await download(source.url, largestBytes(kind));
    try {
      return await keep(downloaded, { ...upload, name: upload.name || fileNameOfUrl(source.url) });
    } finally {
      await rm(downloaded.path, { force: true });
    }
  };
};

export type AcceptUpload = ReturnType<typeof createAcceptUpload>;
