import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const { scripts } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));

/** The options with which `npm start` runs Node. Benchmarks use the same. */
export const startOptions: string[] = scripts.start
  .split(' ')
  .filter((part: string) => part.startsWith('--'));
