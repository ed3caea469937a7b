import type { DocumentKind } from '../../db/schema/knowledge.ts';
import type { FileSource, Files } from '../../files/index.ts';
import type { FairOwner } from '../../lib/fair-queue.ts';
import { type ReadingProgress, type Recognition, RecognitionError } from '../../recognition/index.ts';
import type { Sheet } from '../chunk/index.ts';
import { qaPairsType } from '../documents/accept-upload.ts';

/** Why a document cannot be read, as a sentence for people. A retry would not help. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';
}

export type DocumentContent =
  | { markdown: string; isCode: boolean }
  | { sheets: Sheet[] }
  /** Questions and answers as a table, or as stored by the service. */
  | { pairSheets: Sheet[] }
  | { pairsJson: string };

export interface DocumentReading {
  content: DocumentContent;
  /** Parts that could not be read although the rest could. */
  warnings: string[];
}

interface ReadDocument {
  kind: DocumentKind;
  name: string;
  format: string;
  fileId: string;
}

interface ReadOptions {
  owner: FairOwner;
  signal: AbortSignal;
  onProgress(progress: ReadingProgress): void;
}

const noText = 'No text was found in the file';

/** Media type of files that contain text which the service extracted itself, as UTF-8. Uploads never have it. */
export const extractedTextType = 'text/vnd.frontdesk.extracted+markdown';

interface GivenFile extends Pick<ReadDocument, 'kind' | 'name' | 'format'> {
  source: FileSource;
}

/** Reads the text of a file for a document of this kind. */
export const createReadFile =
  (recognition: Pick<Recognition, 'recognise'>) =>
  async (
    { kind, name, format, source }: GivenFile,
    options: ReadOptions & { isBackground: boolean },
  ): Promise<DocumentReading> => {
    try {
      const read = await recognition.recognise({ source, name, declaredFormat: format }, options);
      const { warnings } = read;
      if (kind !== 'text') {
        if (!read.sheets) throw new DocumentError('The file contains no table');
        if (kind === 'qa') return { content: { pairSheets: read.sheets }, warnings };
        return { content: { sheets: read.sheets }, warnings };
      }
      if (read.markdown.trim() === '') throw new DocumentError(noText);
      return { content: { markdown: read.markdown, isCode: read.kind === 'code' }, warnings };
    } catch (error) {
      if (error instanceof RecognitionError) throw new DocumentError(error.message, { cause: error });
      throw error;
    }
  };

/** Reads the text of a stored file. */
export const createReadDocument = ({
  files,
  recognition,
}: {
  files: Files;
  recognition: Pick<Recognition, 'recognise'>;
}) => {
  const readFile = createReadFile(recognition);
  return async (document: ReadDocument, options: ReadOptions): Promise<DocumentReading> => {
    const file = await files.find(document.fileId);
    if (!file) throw new DocumentError('The uploaded file is no longer stored');
    const source = { bytes: await files.read(document.fileId) };
    if (file.mediaType === qaPairsType)
      return { content: { pairsJson: new TextDecoder().decode(source.bytes) }, warnings: [] };
    if (file.mediaType === extractedTextType)
      return { content: { markdown: new TextDecoder().decode(source.bytes), isCode: false }, warnings: [] };
    return readFile({ ...document, source }, { ...options, isBackground: true });
  };
};

export type ReadDocumentContent = ReturnType<typeof createReadDocument>;
