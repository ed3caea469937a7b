import { readFile as readFromDisk } from 'node:fs/promises';
import { createPictureReader } from '../ocr/picture-reader.ts';
import type { Recognised, TextSearch } from '../recognised.ts';
import { asRecognitionError } from './as-recognition-error.ts';
import { EngineError } from './engine-error.ts';
import { startMemoryGuard } from './memory-guard.ts';
import type { ReadRequest, ServiceMessage, WorkerAnswer, WorkerMessage } from './messages.ts';
import { frameOfResult, piecesOfResult } from './pieces.ts';
import { readFile } from './read-file.ts';
import { searchRest } from './search-rest.ts';

/** The program of a worker process: reads one file after another and answers its parent. */
const [memoryLimitMb = 256, parentPid = 0] = process.argv.slice(2).map(Number);

const guard = startMemoryGuard(memoryLimitMb, parentPid);

const pictures = createPictureReader((open) =>
  guard.load(open).catch((error: unknown) => {
    throw new EngineError(error);
  }),
);

const send = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve) => {
    process.send?.(message, undefined, undefined, () => resolve());
  });

let received: Uint8Array[] = [];

const fileOf = async ({ path }: ReadRequest): Promise<Uint8Array> => {
  const pieces = received;
  received = [];
  return path === undefined ? Buffer.concat(pieces) : readFromDisk(path);
};

/** The beginning of the text, with passages of the rest. The rows of a table are left out: its text is enough. */
const withinLimit = ({ sheets: _sheets, ...recognised }: Recognised, search: TextSearch): Recognised => {
  const { kept, rest } = searchRest(recognised.markdown, search);
  return { ...recognised, markdown: kept, ...(rest ? { rest } : {}) };
};

const answer = async (request: ReadRequest): Promise<WorkerAnswer> => {
  guard.startFile();
  try {
    const { name, declaredFormat, cellValues, search, remainingMs } = request;
    const deadlineMs = performance.now() + remainingMs;
    const whole = await readFile(
      {
        bytes: await fileOf(request),
        name,
        declaredFormat,
        cellValues,
        deadlineMs,
        onPage: (page, pages) => void send({ type: 'progress', page, pages }),
      },
      pictures,
    );
    const recognised = search ? withinLimit(whole, search) : whole;
    for (const piece of piecesOfResult(recognised)) await send(piece);
    return { type: 'done', recognised: frameOfResult(recognised), isSpent: guard.endFile() };
  } catch (error) {
    const isSpent = guard.endFile();
    if (error instanceof EngineError || isMissingFile(error))
      return { type: 'broken', message: String(error) };
    const { reason, message, cause } = asRecognitionError(error);
    return {
      type: 'failed',
      reason,
      message,
      detail: cause instanceof Error ? (cause.stack ?? '') : '',
      isSpent,
    };
  }
};

const isMissingFile = (error: unknown): boolean =>
  error instanceof Error && 'syscall' in error && (error.syscall === 'open' || error.syscall === 'read');

process.on('message', (message: ServiceMessage) => {
  if (message.type === 'bytes') received.push(message.bytes);
  else void answer(message).then(send);
});
process.on('disconnect', () => process.exit(0));
void send({ type: 'ready' });
