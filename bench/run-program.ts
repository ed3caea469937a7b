import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureLoad } from './machine-load.ts';
import type { Program } from './programs.ts';
import type { Figure } from './support/report.ts';
import { startOptions } from './support/start-options.ts';

/**
 * As docs/going-further.md recommends. With the default of 64 MB the server writes the HNSW index of a million vectors to disk
 * while it is built: after 13 minutes, beside other work, less than half of it was done.
 */
const postgresOptions = '-c maintenance_work_mem=2GB';

/** Runs a benchmark of the version in the folder; undefined if it failed. */
export const runProgram = async (
  { file, args }: Program,
  { folder, databaseUrl }: { folder: string; databaseUrl?: string | undefined },
): Promise<Figure[] | undefined> => {
  const results = mkdtempSync(join(tmpdir(), 'frontdesk-bench-'));
  const figuresFile = join(results, 'figures.jsonl');
  try {
    const readLoad = await measureLoad();
    const child = spawn(process.execPath, [...startOptions, join('bench', file), ...args], {
      cwd: folder,
      stdio: 'inherit',
      env: {
        ...process.env,
        BENCH_FIGURES: figuresFile,
        ...(databaseUrl ? { DATABASE_URL: databaseUrl, PGOPTIONS: postgresOptions } : {}),
      },
    });
    const [code] = await once(child, 'exit');
    const load = readLoad();
    if (code !== 0) return undefined;
    if (!existsSync(figuresFile)) return [];
    const lines = readFileSync(figuresFile, 'utf8').trim().split('\n');
    return lines.map((line) => ({ ...(JSON.parse(line) as Figure), load }));
  } finally {
    rmSync(results, { recursive: true, force: true });
  }
};
