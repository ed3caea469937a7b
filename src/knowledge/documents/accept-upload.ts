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
import type { QaPair } from '../chunk/index.ts';

/** Source of a document's bytes. `broken` is invalid base64. Pairs are stored as they are. */
export type UploadSource = FileSource | { url: string } | { broken: true } | { pairs: readonly QaPair[] };

/** Media type of files that contain pairs as JSON. Uploads never have it. */
export const qaPairsType = 'application/vnd.frontdesk.qa+json';

export interface AcceptedUpload {
  fileId: string;
  name: string;
  format: FileFormat;
  sizeBytes: number;
}

/** A problem of the upload itself. The message is for the log and the console. */
export class UploadRefused extends Error {
  override readonly name = 'UploadRefused';
}

interface UploadDependencies {
  files: Files;
  fetch: SafeFetch;
  /** For files during upload. */
  folder: string;
}

const mb = 1024 * 1024;

/** Text without a known file extension may look like JSON or TeX and is still text. */
const plainLookalikes: readonly FileFormat[] = ['txt', 'json', 'tex'];

/** Formats that programs save with the extension of a Word document: Rich Text and HTML. */
const wordLookalikes: readonly FileFormat[] = ['rtf', 'html'];

/** Questions and answers are read from tables. */
const formatsOf = (kind: DocumentKind): FileFormat[] =>
  knowledgeFormats(kind === 'qa' ? 'spreadsheet' : kind);

const maxBytesOf = (format: FileFormat): number => (knowledgeLimitMb(format) ?? 0) * mb;
const largestBytes = (kind: DocumentKind): number => Math.max(...formatsOf(kind).map(maxBytesOf));

const detectFormat = async (
  source: FileSource,
  kind: DocumentKind,
  name: string | undefined,
): Promise<FileFormat> => {
  const { format } = await detectType(source, name);
  const named = formatOfName(name);
  const formats = formatsOf(kind);
  const isWordName = kind === 'text' && (named === 'doc' || named === 'docx');
  if (isWordName && wordLookalikes.includes(format)) return 'doc';
  if ((isWordName || named === undefined) && plainLookalikes.includes(format))
    return kind === 'text' ? 'txt' : 'csv';
  if (formats.includes(format)) return format;
  const others = knowledgeFormats(kind === 'text' ? 'spreadsheet' : 'text');
  const otherKind = kind === 'text' ? 'spreadsheet' : 'text document';
  throw new UploadRefused(
    `the file is of type ${format}; supported types: ${formats.join(', ')}; as a ${otherKind}: ${others.join(', ')}`,
  );
};

/** Whose storage a document uses. */
type UploadingAgent = Pick<Agent, 'id' | 'workspaceId' | 'settings'>;

const sizeOf = async (source: FileSource): Promise<number> =>
  'bytes' in source ? source.bytes.length : (await stat(source.path)).size;

/** The format of a file by its bytes. Rejects files that a document of this kind cannot have. */
export const checkFile = async (
  source: FileSource,
  kind: DocumentKind,
  name: string | undefined,
): Promise<FileFormat> => {
  const format = await detectFormat(source, kind, name);
  if ((await sizeOf(source)) > maxBytesOf(format))
    throw new UploadRefused(`the file is larger than ${maxBytesOf(format) / mb} MB`);
  return format;
};

/** Accepts the file of one document: downloads it if it is a URL, detects its type from its bytes, stores it. */
export const createAcceptUpload = ({ files, fetch, folder }: UploadDependencies) => {
  const download = async (url: string, maxBytes: number): Promise<{ path: string }> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Named like spilled bodies, so that the same cleanup removes the files of a killed process.
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
        throw new UploadRefused(`the URL answered with status ${response.status}`);
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
    const format = await checkFile(source, kind, name);
    const stored = await files.store({
      workspaceId: agent.workspaceId,
      agent,
      name: name || `document.${format}`,
      mediaType: 'application/octet-stream',
      source,
      isUnreferenced: true,
    });
    return { fileId: stored.id, name: stored.name, format, sizeBytes: stored.sizeBytes };
  };

  const keepPairs = async (
    pairs: readonly QaPair[],
    { agent, name = 'qa' }: { agent: UploadingAgent; name: string | undefined },
  ): Promise<AcceptedUpload> => {
    const stored = await files.store({
      workspaceId: agent.workspaceId,
      agent,
      name,
      mediaType: qaPairsType,
      source: { bytes: Buffer.from(JSON.stringify(pairs)) },
      isUnreferenced: true,
    });
    return { fileId: stored.id, name: stored.name, format: 'json', sizeBytes: stored.sizeBytes };
  };

  return async (given: {
    agent: UploadingAgent;
    kind: DocumentKind;
    name: string | undefined;
    source: UploadSource;
  }): Promise<AcceptedUpload> => {
    const upload = { ...given, name: cleanFileName(given.name ?? '') || undefined };
    const { source, kind } = upload;
    if ('broken' in source) throw new UploadRefused('the base64 content is not valid');
    if ('pairs' in source) return keepPairs(source.pairs, upload);
    if (!('url' in source)) return keep(source, upload);
    if (!/^https?:$/.test(URL.parse(source.url)?.protocol ?? ''))
      throw new UploadRefused('the URL must start with http:// or https://');
    const downloaded = await download(source.url, largestBytes(kind));
    try {
      return await keep(downloaded, { ...upload, name: upload.name || fileNameOfUrl(source.url) });
    } finally {
      await rm(downloaded.path, { force: true });
    }
  };
};

export type AcceptUpload = ReturnType<typeof createAcceptUpload>;
