import { stat } from 'node:fs/promises';
import type { Agent } from '../../agents/index.ts';
import type { Handle } from '../../db/index.ts';
import type { FileSource, Files } from '../../files/index.ts';
import { AppError } from '../../lib/errors.ts';
import { formatsOfCategory, listFormats } from '../../lib/file-formats/index.ts';
import { cleanFileName, fileNameOfUrl } from '../../lib/file-name.ts';
import type { SafeFetch } from '../../lib/safe-fetch/index.ts';
import { EgressError } from '../../lib/safe-fetch/index.ts';
import type { MediaKind } from '../../models/index.ts';
import type { FilePart } from '../../rounds/index.ts';

/** An incoming file of a message. `kind` is absent if the content decides (version 1). */
export interface IncomingFile {
  type: 'file';
  kind?: MediaKind;
  source: FileSource | { url: string };
  name?: string;
  format?: string;
  /** Width and height were given: version 1 requires them for images. */
  hasSize?: boolean;
  /** Position in the request, for error messages. */
  field: string;
}

/** The detected type of a file. */
export interface DetectedType {
  kind: MediaKind;
  /** As a file ending, without the dot. */
  format: string;
  mediaType: string;
  /** Length of a recording, if it can be measured. */
  seconds?: number;
}

interface AttachmentDependencies {
  files: Files;
  fetch: SafeFetch;
  detect(
    source: FileSource,
    name: string | undefined,
    format: string | undefined,
  ): Promise<DetectedType | undefined>;
}

const mb = 1024 * 1024;

const limitMb = ({ settings }: Agent, kind: MediaKind): number =>
  ({
    image: settings.recognition.maxImageMb,
    audio: settings.recognition.maxAudioMb,
    document: settings.recognition.maxDocumentMb,
  })[kind];

/** There are too many document types to list. */
const supported: Partial<Record<MediaKind, string>> = {
  image: `; images are ${listFormats(formatsOfCategory('image'), 'or')}`,
  audio: `; audio is ${listFormats(formatsOfCategory('audio'), 'or')}`,
};

const refuse = (field: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field} ${rule}`);
};

const sizeOf = async (source: FileSource): Promise<number> => {
  if ('bytes' in source) return source.bytes.length;
  return (await stat(source.path)).size;
};

/** Accepts a message's file: fetches a URL, detects its kind, checks its size and stores it. */
export const createAttachments = ({ files, fetch, detect }: AttachmentDependencies) => {
  const download = async (url: string, field: string, maxBytes: number): Promise<FileSource> => {
    try {
      const response = await fetch(url, {
        redirects: 5,
        maxBytes,
        totalTimeoutMs: 30_000,
        connectTimeoutMs: 5_000,
      });
      if (response.status < 200 || response.status > 299)
        refuse(`${field}.url`, `could not be fetched: the server answered with status ${response.status}`);
      return { bytes: await response.bytes() };
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      return refuse(`${field}.url`, `could not be fetched: ${error.message}`);
    }
  };

  return {
    /** @param visitorId visitor of a page whose storage quota the file uses. */
    accept: async (
      agent: Agent,
      incoming: IncomingFile,
      visitorId: string | null = null,
    ): Promise<FilePart> => {
      const { field } = incoming;
      const largestMb = incoming.kind
        ? limitMb(agent, incoming.kind)
        : Math.max(limitMb(agent, 'image'), limitMb(agent, 'audio'), limitMb(agent, 'document'));
      const source =
        'url' in incoming.source
          ? await download(incoming.source.url, field, largestMb * mb)
          : incoming.source;
      const name =
        cleanFileName(incoming.name ?? '') ||
        ('url' in incoming.source ? fileNameOfUrl(incoming.source.url) : '') ||
        undefined;
      const sizeBytes = await sizeOf(source);
      if (sizeBytes === 0) refuse(field, 'is an empty file');
      const detected = await detect(source, name, incoming.format);
      if (!detected) {
        const hint = (incoming.kind && supported[incoming.kind]) ?? '';
        return refuse(field, `has an unsupported file type${hint}`);
      }
      if (incoming.kind && detected.kind !== incoming.kind)
        refuse(
          field,
          `must be ${incoming.kind === 'document' ? 'a document' : `an ${incoming.kind}`}, but the file is of type ${detected.format}`,
        );
      if (sizeBytes > limitMb(agent, detected.kind) * mb)
        refuse(field, `must have at most ${limitMb(agent, detected.kind)} MB`);
      if (detected.kind === 'image' && incoming.hasSize === false)
        refuse(field, 'is an image: width and height are required');
      const stored = await files.store({
        workspaceId: agent.workspaceId,
        agent,
        visitorId,
        name: name ?? `file.${detected.format}`,
        mediaType: detected.mediaType,
        source,
        isUnreferenced: true,
      });
      return {
        type: detected.kind,
        fileId: stored.id,
        name: stored.name,
        mediaType: stored.mediaType,
        sizeBytes: stored.sizeBytes,
        ...(detected.seconds === undefined ? {} : { seconds: detected.seconds }),
      };
    },

    /** Part of the transaction that stores their message. */
    keepIn: (tx: Handle, parts: readonly FilePart[]): Promise<void> =>
      files.markReferenced(
        tx,
        parts.map((part) => part.fileId),
      ),
    /** Removes the files of a message that was rejected or could not be stored. */
    discard: (parts: readonly FilePart[]): Promise<void> => files.discard(parts.map((part) => part.fileId)),
  };
};

export type Attachments = ReturnType<typeof createAttachments>;
