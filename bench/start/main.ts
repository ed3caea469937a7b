/**
 * From the command to the first response, in a new folder and in a used one, compared with the baseline of a
 * bare server; and the memory of an idle service.
 *
 *   npm run bench:start
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { databaseKind, report } from '../support/report.ts';
import { startOptions } from '../support/start-options.ts';

const repeats = 5;
const root = join(import.meta.dirname, '../..');
const command = [...startOptions, 'src/cli/frontdesk.mjs', 'serve'];

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
};

const answers = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/healthz`).then(
    (response) => response.ok,
    () => false,
  );

/** Milliseconds to the first response, and the resident memory after some idle time. */
const start = async (args: string[], folder: string, idleMs = 0): Promise<{ ms: number; idleMb: number }> => {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, PORT: String(port), FRONTDESK_DATA_DIR: folder, FRONTDESK_LOG_LEVEL: 'warn' },
    stdio: 'ignore',
  });
  while (!(await answers(port))) await delay(5);
  const ms = performance.now() - begun;
  await delay(idleMs);
  const pages = Number(readFileSync(`/proc/${child.pid}/statm`, 'utf8').split(' ')[1]);
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
  return { ms, idleMb: (pages * 4096) / 1024 / 1024 };
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

// What an installation runs. A build that is up to date takes a second.
spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root, stdio: 'inherit' });

const folder = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
try {
  const fresh: number[] = [];
  const used: number[] = [];
  const baseline: number[] = [];
  // The first start compiles; later ones use the compile cache.
  const { ms: firstMs } = await start(command, join(folder, 'first'));
  for (let repeat = 0; repeat < repeats; repeat++) {
    baseline.push((await start(['bench/start/baseline.ts'], folder)).ms);
    fresh.push((await start(command, join(folder, `fresh-${repeat}`))).ms);
    used.push((await start(command, join(folder, 'first'))).ms);
  }
  const { idleMb } = await start(command, join(folder, 'first'), 10_000);
  const ratio = median(used) / median(baseline);
  console.log(
    `first start after an install ${firstMs.toFixed(0)} ms\n` +
      `start in a new folder ${median(fresh).toFixed(0)} ms, in a used one ${median(used).toFixed(0)} ms; ` +
      `baseline ${median(baseline).toFixed(0)} ms, ratio ${ratio.toFixed(1)}\n` +
      `idle for 10 s: ${idleMb.toFixed(0)} MB`,
  );
  const common = { group: 'start', database: databaseKind(), better: 'lower' } as const;
  report(
    { ...common, name: 'start in a new folder', value: median(fresh), unit: 'ms' },
    { ...common, name: 'start in a used folder', value: median(used), unit: 'ms' },
    { ...common, name: 'start against a bare server', value: ratio, unit: 'ratio' },
    { ...common, name: 'idle memory', value: idleMb, unit: 'MB', limit: 150 },
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
