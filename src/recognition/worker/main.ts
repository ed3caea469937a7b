import { readFile as readFromDisk } from 'node:fs/promises';
import { createPictureReader } from '../ocr/picture-reader.ts';
import { RecognitionError } from '../recognition-error.ts';
import { EngineError } from './engine-error.ts';
import { startMemoryGuard } from './memory-guard.ts';
import type { ReadRequest, WorkerMessage } from './messages.ts';
import { readFile } from './read-file.ts';

/** The program of a worker process: reads one file after another and answers to its parent. */
const [memoryLimitMb = 256, parentPid = 0] = process.argv.slice(2).map(Number);

const guard = startMemoryGuard(memoryLimitMb, parentPid);

const pictures = createPictureReader((open) =>
  guard.load(open).catch((error: unknown) => {
    throw new EngineError(error);
  }),
);

const send = (message: WorkerMessage): void => {
  process.send?.(message);
};

/** Libraries fail on odd files in ways of their own; what they throw says little, its kind says a bit. */
const asRecognitionError = (error: unknown): RecognitionError => {
  if (error instanceof RecognitionError) return error;
  if (error instanceof RangeError) {
    if (/call stack/i.test(error.message))
      return new RecognitionError('too-complex', 'The file is nested too deeply', { cause: error });
    if (/allocation/i.test(error.message)) return new RecognitionError('memory', undefined, { cause: error });
    if (/string length|array length/i.test(error.message))
      return new RecognitionError('too-large', undefined, { cause: error });
  }
  return new RecognitionError('damaged', undefined, { cause: error });
};

const answer = async (request: ReadRequest): Promise<WorkerMessage> => {
  guard.startFile();
  try {
    const { source, name, declaredFormat, deadlineMs } = request;
    const bytes = 'bytes' in source ? source.bytes : await readFromDisk(source.path);
    const recognised = await readFile({ bytes, name, declaredFormat, deadlineMs }, pictures);
    return { type: 'done', recognised, isSpent: guard.endFile() };
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

process.on('message', (request: ReadRequest) => {
  void answer(request).then(send);
});
process.on('disconnect', () => process.exit(0));
send({ type: 'ready' });
