import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

const program = `
  import { Worker } from 'node:worker_threads';
  import { disableLibraryTelemetry } from './src/config/index.ts';
  disableLibraryTelemetry();
  const inThread = \`
    const { InferenceSession } = await import('onnxruntime-node');
    InferenceSession.create(new Uint8Array(8)).catch(() => console.log('loaded'));
  \`;
  new Worker(inThread, { eval: true });
`;

test('ONNX Runtime in a thread of the service sends no report to its vendor', (context) => {
  // It stores its pending reports there.
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-telemetry-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const { ORT_DISABLE_TELEMETRY: _, ...environment } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...environment, TMPDIR: folder, HOME: folder },
    encoding: 'utf8',
  });
  assert.equal(stdout, 'loaded\n', stderr);
  assert.deepEqual(
    readdirSync(folder, { recursive: true }).filter((name) => !String(name).includes('node-compile-cache')),
    [],
  );
});
