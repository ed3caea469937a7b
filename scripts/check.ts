/** `npm run check`: format, lint, types, promises, import cycles, dead exports and unused dependencies. */
import { join } from 'node:path';
import { buildForTests } from './testing/build-for-tests.ts';
import { passesChecks } from './testing/passes-checks.ts';

process.chdir(join(import.meta.dirname, '..'));
process.exitCode = (await buildForTests('generated')) && (await passesChecks()) ? 0 : 1;
