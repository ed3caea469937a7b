import { randomUUID } from 'node:crypto';
import type { Agent } from '../../agents/index.ts';
import type { DocumentKind } from '../../db/schema/knowledge.ts';
import type { FileSource } from '../../files/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import type { Recognition } from '../../recognition/index.ts';
import { checkFile, UploadRefused } from '../documents/accept-upload.ts';
import type { Cutting } from '../documents/new-document-rows.ts';
import { requireOpened } from './prepare-documents.ts';
import type { PrepareHandlers } from './prepare-thread.ts';
import { createReadFile, DocumentError } from './read-document.ts';

export interface ChunkPreview {
  /** The first chunks. */
  chunks: { headingPath: string[]; content: string; tokens: number; questions: string[] }[];
  /** Of the whole file. */
  chunkCount: number;
  tokenCount: number;
  warnings: string[];
}

interface PreviewInput {
  agent: Agent;
  source: FileSource;
  name: string;
  kind: DocumentKind;
  cutting: Cutting;
  signal: AbortSignal;
}

const shownChunks = 50;

const refuse = (error: unknown): never => {
  if (error instanceof UploadRefused || error instanceof DocumentError)
    throw new AppError('invalidParameter', `The file was refused: ${error.message}`, { cause: error });
  throw error;
};

/** The chunks that a file would have as a document. Stores and embeds nothing. */
export const createPreviewChunks = ({
  recognition,
  thread,
}: {
  recognition: Pick<Recognition, 'recognise'>;
  thread: Thread<PrepareHandlers>;
}) => {
  const readFile = createReadFile(recognition);

  const cut = async ({ agent, source, name, kind, cutting, signal }: PreviewInput): Promise<ChunkPreview> => {
    const format = await checkFile(source, kind, name);
    const owner = { workspaceId: agent.workspaceId, userId: '' };
    const { content, warnings } = await readFile(
      { kind, name, format, source },
      { owner, signal, isBackground: false, onProgress: () => {} },
    );
    const key = `preview-${randomUUID()}`;
    try {
      const document = {
        key,
        content,
        chunkTokens: cutting.chunkTokens,
        separator: cutting.splitter,
        headerRows: cutting.headerRows,
        edits: [],
        wholeUpTo: 0,
      };
      const [given] = await thread.call('open', { documents: [document] });
      const opened = requireOpened(given!);
      const chunks = await thread.call('take', { key, from: 0, count: shownChunks });
      return {
        chunks: chunks.map(({ headingPath, text, tokens, matchText }) => ({
          headingPath,
          content: text,
          tokens,
          questions: matchText === '' ? [] : matchText.split('\n'),
        })),
        chunkCount: opened.chunkCount,
        tokenCount: opened.tokenCount,
        warnings: [...warnings, ...opened.warnings],
      };
    } finally {
      await thread.call('close', { key }).catch(() => {});
    }
  };

  return (input: PreviewInput): Promise<ChunkPreview> => cut(input).catch(refuse);
};
