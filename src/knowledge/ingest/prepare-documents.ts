import type { Database } from '../../db/index.ts';
import type { Files } from '../../files/index.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { createGather } from '../../lib/gather/gather.ts';
import type { Thread } from '../../lib/thread/thread.ts';
import type { Recognition } from '../../recognition/index.ts';
import { pairLimits } from '../chunk/index.ts';
import { qaPairsType } from '../documents/accept-upload.ts';
import type { PendingUpload } from '../documents/document-store.ts';
import { listEdits } from '../edit/edit-store.ts';
import type {
  CutFigures,
  CutProblem,
  Opened,
  OpenInput,
  PrepareHandlers,
  UnreadFile,
  WholeDocument,
} from './prepare-thread.ts';
import { DocumentError, type DocumentReading, extractedTextType } from './read-document.ts';
import { timeStage } from './stage-times.ts';

export type PrepareThread = Thread<PrepareHandlers>;

export interface PreparedDocument extends CutFigures {
  /** The thread that keeps the chunks, unless the document is whole. */
  thread: PrepareThread;
  whole: WholeDocument | undefined;
}

interface PrepareDependencies {
  db: Database;
  files: Pick<Files, 'sources'>;
  recognition: Pick<Recognition, 'isPlainText'>;
  threads: readonly PrepareThread[];
}

/** Chunks that are embedded and stored together: few enough that storing does not block the event loop. */
export const chunksAtOnce = 32;

/** Plain text up to this size is decoded by the thread that chunks it. It takes a few milliseconds. */
const mostPlainBytes = 256 * 1024;

/** Bytes that one call gives to a thread, so that other documents do not wait long. */
const mostBytesTogether = 128 * 1024;
/** Also for an empty file: the rest of the work per document. */
const leastWeight = mostBytesTogether / 32;

/** Why a file that was read has no chunks. */
const cutProblems: Record<CutProblem, string> = {
  'too many':
    'The document would have more than 50,000 chunks. Increase the chunk size (chunk_token) or use another separator (splitter)',
  empty: 'No text was found in the file',
  'no pairs': 'No pair was found. The table must have the columns "question" and "answer"',
  'too many pairs': `The table has more than ${pairLimits.pairs} pairs. Divide it into several documents`,
};

type CutDocument = Extract<Opened, { problem: undefined }>;

/** Throws a DocumentError if the file is the cause. */
export const requireOpened = (opened: Opened): CutDocument => {
  if (opened.problem === undefined) return opened;
  if (opened.problem === 'refused') throw new DocumentError(opened.message);
  if (opened.problem === 'failed') throw new Error(opened.message);
  if (opened.problem === 'not plain') throw new Error('The content of the file is no plain text');
  throw new DocumentError(cutProblems[opened.problem]);
};

const sizeOf = (content: OpenInput['content'], file: PendingUpload['file']): number =>
  'markdown' in content ? content.markdown.length : (file?.sizeBytes ?? 0);

interface OpenRequest {
  input: Omit<OpenInput, 'content'>;
  content: Exclude<OpenInput['content'], { unread: UnreadFile }> | { unread: Pick<UnreadFile, 'format'> };
  fileId: string;
  bytes: number;
}

/**
 * From a stored file to chunks. Documents that are ready at the same time go to a thread in one call. A small plain
 * text is also read there, so that it costs the event loop no more than a message.
 */
export const createPrepareDocuments = ({ db, files, recognition, threads }: PrepareDependencies) => {
  const calls = new Map(threads.map((thread) => [thread, 0]));

  const leastBusy = (): PrepareThread => {
    let [best] = threads;
    for (const thread of threads) if (calls.get(thread)! < calls.get(best!)!) best = thread;
    return best!;
  };

  const inputsOf = async (requests: readonly OpenRequest[]): Promise<OpenInput[]> => {
    const unread = requests.filter(({ content }) => 'unread' in content);
    const sources = unread.length > 0 ? await files.sources(unread.map(({ fileId }) => fileId)) : new Map();
    return requests.map(({ input, content, fileId }) => {
      if (!('unread' in content)) return { ...input, content };
      const source = sources.get(fileId);
      if (!source) throw new DocumentError('The uploaded file is no longer stored');
      return { ...input, content: { unread: { ...content.unread, source } } };
    });
  };

  const open = createGather<OpenRequest, { opened: Opened; thread: PrepareThread }>({
    most: mostBytesTogether,
    weigh: ({ bytes }) => Math.max(leastWeight, bytes),
    // The next call waits in the thread, so that the thread never waits for the event loop.
    atOnce: threads.length * 2,
    run: async (requests) => {
      const documents = await inputsOf(requests);
      const thread = leastBusy();
      calls.set(thread, calls.get(thread)! + 1);
      try {
        const all = await thread.call('open', { documents });
        return all.map((opened) => ({ opened, thread }));
      } finally {
        calls.set(thread, calls.get(thread)! - 1);
      }
    },
  });

  /** How the thread reads the file. Undefined if it cannot. */
  const unreadFormat = ({ file, kind, upload }: PendingUpload): UnreadFile['format'] | undefined => {
    if (file?.mediaType === qaPairsType) return { written: 'pairs' };
    if (file?.mediaType === extractedTextType) return { written: 'extracted' };
    const isSmall = file !== undefined && file.sizeBytes <= mostPlainBytes;
    return isSmall && kind === 'text' && recognition.isPlainText?.(upload.format) ? upload.format : undefined;
  };

  return async (
    pending: PendingUpload,
    read: () => Promise<DocumentReading>,
    onRead: () => Promise<void>,
  ): Promise<PreparedDocument> => {
    const { upload, file } = pending;
    if (!file) throw new DocumentError('The uploaded file is no longer stored');
    // They do not change meanwhile, because a document with a pending upload cannot be edited.
    const hasEdits = upload.keeps_edits === 1 && pending.wasServed;
    const input = {
      key: upload.id,
      chunkTokens: upload.chunk_tokens,
      separator: upload.splitter,
      headerRows: upload.header_rows,
      edits: hasEdits ? await listEdits(db.query, upload.document_id) : [],
      // An interrupted document continues after its last stored chunk.
      wholeUpTo: pending.stagedChunks === 0 ? chunksAtOnce : 0,
    };
    const openContent = (content: OpenRequest['content'], bytes: number) =>
      timeStage('chunk', () => open({ input, content, fileId: upload.file_id, bytes }));

    const format = unreadFormat(pending);
    let done = format === undefined ? undefined : await openContent({ unread: { format } }, file.sizeBytes);
    let warnings: string[] = [];
    if (!done || done.opened.problem === 'not plain') {
      const reading = await timeStage('parse', read);
      warnings = reading.warnings;
      faultPoint('document-parsed');
      await onRead();
      done = await openContent(reading.content, sizeOf(reading.content, file));
    } else faultPoint('document-parsed');
    const opened = requireOpened(done.opened);
    return { ...opened, thread: done.thread, warnings: [...warnings, ...opened.warnings] };
  };
};

export type PrepareDocument = ReturnType<typeof createPrepareDocuments>;
