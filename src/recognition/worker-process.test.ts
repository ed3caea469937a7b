import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { makeZip } from '../../test/support/recognition/make-zip.ts';
import { RecognitionError, type RecognitionFailure } from './recognition-error.ts';
import { processLimits, startWorkerProcess, type WorkerProcess } from './worker-process.ts';

const running: WorkerProcess[] = [];
after(() => Promise.all(running.map((worker) => worker.end())));

const start = (memoryLimitMb = 256): WorkerProcess => {
  const worker = startWorkerProcess({ memoryLimitMb });
  running.push(worker);
  return worker;
};

const request = (text: string | Uint8Array, name: string) => ({
  source: { bytes: Buffer.from(text as Uint8Array) },
  name,
  declaredFormat: undefined,
});

const failsWith = (reason: RecognitionFailure) => (error: unknown) =>
  error instanceof RecognitionError && error.reason === reason;

/** Seconds of work, to be interrupted. */
const longWork = request(`a,b,c\n${'1,2,3\n'.repeat(1_200_000)}`, 'long.csv');

test('a worker reads further files after a failed one', async () => {
  const worker = start();
  const limits = { timeoutMs: 30_000 };
  assert.equal((await worker.read(request('hello', 'a.txt'), limits)).markdown, 'hello');
  await assert.rejects(worker.read(request('PK\x03\x04', 'a.docx'), limits), failsWith('damaged'));
  assert.equal((await worker.read(request('again', 'a.txt'), limits)).markdown, 'again');
  assert.ok(worker.isUsable());
});

test('a timeout fails the file and ends its worker', async () => {
  const worker = start();
  await worker.read(request('warm', 'a.txt'), { timeoutMs: 30_000 });
  await assert.rejects(worker.read(longWork, { timeoutMs: 50 }), failsWith('timeout'));
  assert.equal(worker.isUsable(), false);
});

test('a heap overflow is reported as memory', async () => {
  const worker = start(48);
  await assert.rejects(worker.read(longWork, { timeoutMs: 60_000 }), failsWith('memory'));
  assert.equal(worker.isUsable(), false);
});

test('memory outside the heap is limited too', async () => {
  const worker = start(64);
  // A part that unpacks to 100 MB: buffers, which no heap limit counts.
  const zip = makeZip([
    { name: 'xl/workbook.xml', data: '<workbook/>' },
    { name: 'xl/worksheets/sheet1.xml', data: Buffer.alloc(100 * 2 ** 20, 32) },
  ]);
  await assert.rejects(worker.read(request(zip, 'a.xlsx'), { timeoutMs: 60_000 }), failsWith('memory'));
});

test('a worker that crashes fails its file only', async () => {
  const worker = start();
  await worker.read(request('warm', 'a.txt'), { timeoutMs: 30_000 });
  const reading = worker.read(longWork, { timeoutMs: 60_000 });
  process.kill(worker.pid!, 'SIGSEGV');
  await assert.rejects(reading, failsWith('damaged'));
});

test('an abort rejects with the reason of the signal and ends the worker', async () => {
  const worker = start();
  const controller = new AbortController();
  const reading = worker.read(longWork, { timeoutMs: 60_000, signal: controller.signal });
  controller.abort(new Error('the user left'));
  await assert.rejects(reading, /the user left/);
  assert.equal(worker.isUsable(), false);
});

test('a busy worker ends when its service is gone', async () => {
  const program = fileURLToPath(new URL('./worker/main.ts', import.meta.url));
  // With a wrong parent id the worker must conclude that its parent is gone.
  const orphan = fork(program, ['256', '1'], { execArgv: [], stdio: 'ignore' });
  const [, signal] = await once(orphan, 'exit');
  assert.equal(signal, 'SIGKILL');
});

test('a reader can neither write files nor see the environment of the service', () => {
  const { execArgv, env } = processLimits(256);
  assert.ok(execArgv.includes('--permission'));
  assert.ok(!execArgv.some((flag) => /allow-(fs-write|child-process)/.test(flag)));
  assert.deepEqual(Object.keys(env).sort(), [
    'MALLOC_ARENA_MAX',
    'ORT_DISABLE_TELEMETRY',
    'TZ',
    'UV_THREADPOOL_SIZE',
  ]);
});
