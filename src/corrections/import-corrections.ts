import type { Agent } from '../agents/index.ts';
import type { Database, Handle } from '../db/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import { defineJob, type Sandbox, SandboxError } from '../lib/sandbox/index.ts';
import {
  type Correction,
  type CorrectionFields,
  type CorrectionRow,
  correctionLimits,
} from './correction.ts';
import {
  findByQuestions,
  findState,
  insertCorrections,
  nextState,
  updateCorrection,
} from './correction-store.ts';
import type { createEmbedCorrections } from './embed-corrections.ts';
import { questionKey } from './question-key.ts';
import type {
  CsvCorrection,
  CsvCorrections,
  CsvProblem,
  default as readCsvJob,
} from './read-correction-csv.ts';

const readCsv = defineJob<typeof readCsvJob>(new URL('./read-correction-csv.ts', import.meta.url), {
  cpuMs: 3000,
});

export interface CorrectionImport {
  added: number;
  replaced: number;
  unchanged: number;
  /** The first 100. */
  problems: CsvProblem[];
  problemCount: number;
}

interface ImportDependencies {
  db: Database;
  clock: Clock;
  sandbox: Sandbox;
  embedding: ReturnType<typeof createEmbedCorrections>;
  onChanged(agentId: string): void;
}

interface ImportInput {
  agent: Agent;
  csv: string;
  author: Correction['author'];
  /** The agent's knowledge bases. */
  bases: readonly { id: string; name: string }[];
  /** Part of the last transaction. */
  alsoIn(tx: Handle, result: CorrectionImport): Promise<void>;
}

/** In one transaction. An import that is interrupted can be repeated: what is stored is then unchanged. */
const rowsAtOnce = 200;
const reportedProblems = 100;

const tooMany = (): AppError =>
  new AppError('conflict', `csv: an agent has at most ${correctionLimits.corrections} corrections`);

type NewRow = CsvCorrection & { baseId: string; key: string };

const isUnchanged = (row: CorrectionFields, { question, answer, isEnabled }: NewRow): boolean =>
  row.question === question && row.answer === answer && (row.is_enabled === 1) === isEnabled;

/** Corrections of a CSV file. A question that exists in its knowledge base gets the answer of the file. */
export const createImportCorrections = ({ db, clock, sandbox, embedding, onChanged }: ImportDependencies) => {
  const readRows = async (workspaceId: string, csv: string): Promise<CsvCorrections> => {
    try {
      return await sandbox.run(workspaceId, readCsv, { csv });
    } catch (error) {
      if (error instanceof SandboxError) return { refusal: error.message };
      throw error;
    }
  };

  const resolveBases = (
    rows: readonly CsvCorrection[],
    bases: ImportInput['bases'],
    problems: CsvProblem[],
  ) => {
    const byName = new Map(bases.flatMap(({ id, name }) => [[name, id] as const, [id, id] as const]));
    return rows.flatMap((row): NewRow[] => {
      const baseId = row.knowledgeBase === '' ? '' : byName.get(row.knowledgeBase);
      if (baseId === undefined) {
        const message = `the agent has no knowledge base "${row.knowledgeBase.slice(0, 100)}"`;
        problems.push({ row: row.row, column: 'knowledge_base', message });
        return [];
      }
      return [{ ...row, baseId, key: questionKey(row.question) }];
    });
  };

  const newRow = (
    { agent, author }: Pick<ImportInput, 'agent' | 'author'>,
    row: NewRow,
    revision: number,
  ): CorrectionRow => {
    const nowMs = clock.nowMs();
    return {
      id: newId(nowMs),
      workspace_id: agent.workspaceId,
      agent_id: agent.id,
      knowledge_base_id: row.baseId,
      question: row.question,
      question_key: row.key,
      answer: row.answer,
      is_enabled: row.isEnabled ? 1 : 0,
      conversation_id: null,
      round_id: null,
      author_id: author.id,
      author_email: author.email,
      ...embedding.notEmbedded,
      revision,
      hit_count: 0,
      last_hit_at: null,
      created_at: nowMs,
      updated_at: nowMs,
    };
  };

  const storeSome = async (
    tx: Handle,
    input: Pick<ImportInput, 'agent' | 'author'>,
    rows: readonly NewRow[],
    result: CorrectionImport,
  ): Promise<void> => {
    const { agent, author } = input;
    const { revision } = await nextState(tx, agent.id, 0);
    const existing = await findByQuestions(
      tx,
      agent.id,
      rows.map(({ key }) => key),
    );
    const placeOf = (baseId: string, key: string): string => `${baseId}\n${key}`;
    const known = new Map(existing.map((row) => [placeOf(row.knowledge_base_id, row.question_key), row]));
    const added: CorrectionRow[] = [];
    for (const row of rows) {
      const before = known.get(placeOf(row.baseId, row.key));
      if (!before) {
        added.push(newRow(input, row, revision));
        continue;
      }
      if (isUnchanged(before, row)) {
        result.unchanged += 1;
        continue;
      }
      result.replaced += 1;
      await updateCorrection(tx, before.id, {
        question: row.question,
        answer: row.answer,
        is_enabled: row.isEnabled ? 1 : 0,
        author_id: author.id,
        author_email: author.email,
        revision,
        updated_at: clock.nowMs(),
        ...(before.question === row.question ? {} : embedding.notEmbedded),
      });
    }
    if (added.length > 0) {
      const { correction_count: count } = await nextState(tx, agent.id, added.length);
      if (count > correctionLimits.corrections) throw tooMany();
      await insertCorrections(tx, added);
    }
    result.added += added.length;
    await embedding.enqueue(tx, agent);
  };

  /** Before anything is stored. */
  const requireRoom = async (agent: Agent, rows: readonly NewRow[]): Promise<void> => {
    const count = (await findState(db.query, agent.id))?.correction_count ?? 0;
    if (count + rows.length <= correctionLimits.corrections) return;
    let existing = 0;
    for (let at = 0; at < rows.length; at += rowsAtOnce) {
      const keys = rows.slice(at, at + rowsAtOnce).map(({ key }) => key);
      existing += (await findByQuestions(db.query, agent.id, keys)).length;
    }
    if (count + rows.length - existing > correctionLimits.corrections) throw tooMany();
  };

  return async ({ agent, csv, author, bases, alsoIn }: ImportInput): Promise<CorrectionImport> => {
    const read = await readRows(agent.workspaceId, csv);
    if ('refusal' in read) throw new AppError('invalidParameter', `csv ${read.refusal}`);
    const problems = [...read.problems];
    const rows = resolveBases(read.corrections, bases, problems);
    problems.sort((a, b) => a.row - b.row);
    const result: CorrectionImport = {
      added: 0,
      replaced: 0,
      unchanged: 0,
      problems: problems.slice(0, reportedProblems),
      problemCount: problems.length,
    };
    await requireRoom(agent, rows);
    try {
      for (let at = 0; at < rows.length; at += rowsAtOnce)
        await db.transaction((tx) =>
          storeSome(tx, { agent, author }, rows.slice(at, at + rowsAtOnce), result),
        );
      await db.transaction((tx) => alsoIn(tx, result));
    } finally {
      onChanged(agent.id);
    }
    await db.durable();
    return result;
  };
};
