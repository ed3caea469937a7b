import { Worker } from 'node:worker_threads';
import { RecognitionError } from '../../recognition/index.ts';
import type { FliteVoice } from '../flite/flite-voice.ts';
import type { EngineAnswer, EngineMessage, EngineTask } from './messages.ts';

/** The program of an engine process. An engine is loaded with the first task that needs it. */
const [limitMb = 768, parentPid = 0] = process.argv.slice(2).map(Number);

new Worker(new URL('./watchdog.ts', import.meta.url), {
  workerData: { limitBytes: limitMb * 2 ** 20, parentPid },
}).unref();

let voice: Promise<FliteVoice> | undefined;

const perform = async (task: EngineTask): Promise<EngineAnswer> => {
  if (task.type === 'transcribe') {
    const { transcribe } = await import('./transcribe.ts');
    return { type: 'transcribed', passages: await transcribe(task.bytes, task.format) };
  }
  voice ??= import('../flite/flite-voice.ts').then(({ openFliteVoice }) => openFliteVoice());
  return { type: 'spoken', bytes: await (await voice)(task.text) };
};

const answer = (task: EngineTask): Promise<EngineAnswer> =>
  perform(task).catch((error: unknown) =>
    error instanceof RecognitionError
      ? { type: 'failed', reason: error.reason, message: error.message }
      : { type: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) },
  );

const send = (message: EngineMessage): void => {
  process.send?.(message);
};

process.on('message', (task: EngineTask) => void answer(task).then(send));
process.on('disconnect', () => process.exit(0));
send({ type: 'ready' });
