import { AppError } from '../../lib/errors.ts';
import { defineJob, type Sandbox, SandboxError } from '../../lib/sandbox/index.ts';
import { caseLimits } from '../cases/case-limits.ts';
import type { CaseContent } from '../cases/test-case.ts';
import type parseCasesJob from './parse-cases.ts';
import type { CaseFile, FileProblem } from './parse-cases.ts';

const parseCases = defineJob<typeof parseCasesJob>(new URL('./parse-cases.ts', import.meta.url), {
  cpuMs: 5000,
});

export const longestCaseFile = 10_000_000;
const shownProblems = 10;

const describe = ({ row, column, rule }: FileProblem): string => {
  const where = [row === null ? '' : `row ${row}`, column === null ? '' : `column ${column}`]
    .filter((part) => part !== '')
    .join(', ');
  return where === '' ? `content ${rule}` : `${where}: ${rule}`;
};

/** Reads a CSV or JSONL file of test cases. Every problem names its row and column, and nothing is stored then. */
export const createReadCases =
  ({ sandbox }: { sandbox: Sandbox }) =>
  async (workspaceId: string, { format, content }: Omit<CaseFile, 'mostCases'>): Promise<CaseContent[]> => {
    if (content.length > longestCaseFile)
      throw new AppError(
        'invalidParameter',
        `content must have at most ${longestCaseFile} characters; split it`,
      );
    try {
      const parsed = await sandbox.run(workspaceId, parseCases, {
        format,
        content,
        mostCases: caseLimits.cases,
      });
      if ('cases' in parsed) return parsed.cases;
      const shown = parsed.problems.slice(0, shownProblems).map(describe);
      const more = parsed.problems.length - shown.length;
      throw new AppError(
        'invalidParameter',
        `${shown.join('; ')}${more > 0 ? `; and ${more} more problems` : ''}`,
      );
    } catch (error) {
      if (error instanceof SandboxError) throw new AppError('invalidParameter', `content ${error.message}`);
      throw error;
    }
  };
