import type { Database } from '../../db/index.ts';
import {
  type CaseContent,
  CaseProblem,
  type Evaluation,
  readCase,
  type SetSettings,
  setLimits,
} from '../../evaluation/index.ts';
import { AppError } from '../../lib/errors.ts';
import type { AgentFileSection } from '../section.ts';

interface ReadSet {
  settings: SetSettings;
  cases: CaseContent[];
}

/** Of all test sets of a file. */
const mostCases = 10_000;
const casesAtOnce = 500;

const refuse = (field: string, rule: string): never => {
  throw new AppError('invalidParameter', `${field} ${rule}`);
};

const listOf = (value: unknown, field: string, most: number): unknown[] => {
  if (!Array.isArray(value)) return refuse(field, 'must be a list');
  if (value.length > most) return refuse(field, `must have at most ${most} entries`);
  return value;
};

const textOf = (value: unknown, field: string, most: number): string => {
  if (typeof value !== 'string' || value.length > most)
    return refuse(field, `must be text of at most ${most} characters`);
  return value.replaceAll('\0', '');
};

const readSet = (value: unknown, field: string): ReadSet => {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    return refuse(field, 'must be an object');
  const {
    name,
    description = '',
    repeats = 1,
    requiredPassRate = null,
    cases,
  } = value as Record<string, unknown>;
  const title = textOf(name, `${field}.name`, 100).trim();
  if (title === '') refuse(`${field}.name`, 'must not be empty');
  if (!Number.isInteger(repeats) || Number(repeats) < 1 || Number(repeats) > setLimits.repeats)
    refuse(`${field}.repeats`, `must be a whole number from 1 to ${setLimits.repeats}`);
  const isRate = typeof requiredPassRate === 'number' && requiredPassRate >= 0 && requiredPassRate <= 1;
  if (requiredPassRate !== null && !isRate)
    refuse(`${field}.requiredPassRate`, 'must be a number from 0 to 1');
  return {
    settings: {
      name: title,
      description: textOf(description, `${field}.description`, setLimits.descriptionCharacters),
      // A connection of another installation and runs at night are chosen again.
      judgeModel: null,
      schedule: 'off',
      repeats: repeats as number,
      requiredPassRate: requiredPassRate as number | null,
    },
    cases: listOf(cases, `${field}.cases`, mostCases).map((one, index) => {
      try {
        return readCase(one, `${field}.cases[${index}]`);
      } catch (error) {
        if (error instanceof CaseProblem) throw new AppError('invalidParameter', error.message);
        throw error;
      }
    }),
  };
};

/** Files of cases are named only. They must be attached again. */
const withoutFiles = ({ name, turns, expectations }: CaseContent) => ({
  name,
  turns: turns.map(({ text, files }) => ({
    text,
    files: files.map((file) => ({ name: file.name, fileId: null, sizeBytes: 0 })),
  })),
  expectations,
});

export const createTestSetSection = ({
  db,
  evaluation,
}: {
  db: Database;
  evaluation: Evaluation;
}): AgentFileSection => ({
  name: 'testSets',

  export: async (agent, budget) => {
    const sets = await evaluation.sets.list(agent);
    if (sets.length === 0) return undefined;
    const exported: object[] = [];
    for (const set of sets) {
      const cases: object[] = [];
      for (let offset = 0; ; offset += casesAtOnce) {
        const page = await evaluation.cases.list(set, { offset, limit: casesAtOnce });
        const some = page.cases.map(withoutFiles);
        budget.take(some);
        cases.push(...some);
        if (page.cases.length < casesAtOnce) break;
      }
      const { name, description, repeats, requiredPassRate } = set;
      exported.push({ name, description, repeats, requiredPassRate, cases });
    }
    return exported;
  },

  read: (value, field) => {
    const content = listOf(value, field, setLimits.sets).map((set, index) =>
      readSet(set, `${field}[${index}]`),
    );
    if (content.reduce((sum, { cases }) => sum + cases.length, 0) > mostCases)
      refuse(field, `must have at most ${mostCases} cases in total`);
    return { items: content.length, content };
  },

  import: async (agent, content, creatorEmail) => {
    const sets = content as ReadSet[];
    for (const { cases } of sets)
      for (const one of cases) await evaluation.cases.requireSchemas(agent.workspaceId, one);
    await db.transaction(async (tx) => {
      for (const { settings, cases } of sets) {
        const set = await evaluation.sets.create(tx, agent, { ...settings, creatorEmail });
        await evaluation.cases.import(tx, set, {
          // An ID in the file could be that of a file of another workspace.
          cases: cases.map((one) => withoutFiles(one) as CaseContent),
          replaces: false,
        });
      }
    });
    return [];
  },
});
