import type { Database } from '../db/index.ts';
import type { Files } from '../files/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { Sandbox } from '../lib/sandbox/index.ts';
import { createCaseOfConversation } from './cases/case-of-conversation.ts';
import { createManageCases } from './cases/manage-cases.ts';
import { createReadCases } from './import/read-cases.ts';
import { createManageSets } from './sets/manage-sets.ts';

interface EvaluationDependencies {
  db: Database;
  clock: Clock;
  files: Files;
  sandbox: Sandbox;
}

/** Test sets of agents. */
export const createEvaluation = ({ db, clock, files, sandbox }: EvaluationDependencies) => {
  const releaseFiles = files.markUnreferenced;
  return {
    sets: createManageSets({ db, clock, releaseFiles }),
    cases: createManageCases({ db, clock, files, sandbox, releaseFiles }),
    readFile: createReadCases({ sandbox }),
    caseOfConversation: createCaseOfConversation({ db, files }),
  };
};

export type Evaluation = ReturnType<typeof createEvaluation>;
