import { setImmediate as nextTick } from 'node:timers/promises';
import type { Agent } from '../../agents/index.ts';
import type { Database, Handle } from '../../db/index.ts';
import type { FileSource, Files } from '../../files/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { csvMark } from '../../lib/csv/csv-row.ts';
import { AppError } from '../../lib/errors.ts';
import { isId, newId } from '../../lib/ids.ts';
import { checkValue, type Sandbox, SandboxError } from '../../lib/sandbox/index.ts';
import { csvHeader, csvLine } from '../import/csv-columns.ts';
import { deleteCopiesOfConversations } from '../runs/run-case-store.ts';
import { touchSet } from '../sets/set-store.ts';
import type { TestSet } from '../sets/test-set.ts';
import { caseLimits } from './case-limits.ts';
import {
  countCases,
  deleteCase,
  deleteCasesOfConversations,
  deleteCasesOfSet,
  findCase,
  insertCases,
  listCases,
  listTurnsWithFiles,
  type NewCase,
  updateCase,
} from './case-store.ts';
import { type CaseContent, filesOf, type TestCase, type TestFile } from './test-case.ts';

interface ManageCasesDependencies {
  db: Database;
  clock: Clock;
  files: Pick<Files, 'store' | 'markReferenced'>;
  sandbox: Sandbox;
  /** Files that nothing refers to any more. */
  releaseFiles(tx: Handle, fileIds: readonly string[]): Promise<void>;
}

interface Page {
  offset: number;
  limit: number;
}

const exportedAtOnce = 500;

const noSuchCase = (): AppError => new AppError('notFound', 'There is no such case in this test set');

/** The cases of a test set. */
export const createManageCases = ({ db, clock, files, sandbox, releaseFiles }: ManageCasesDependencies) => {
  /** Compiling a schema can take long, so the sandbox does it. */
  const requireSchemas = async (workspaceId: string, { expectations }: CaseContent): Promise<void> => {
    for (const [index, one] of expectations.entries()) {
      if (one.type !== 'json-schema') continue;
      const field = `expectations[${index}].schema`;
      const refuse = (rule: string): never => {
        throw new AppError('invalidParameter', `${field} ${rule}`);
      };
      try {
        const { schemaProblem } = await sandbox.run(workspaceId, checkValue, {
          schema: JSON.stringify(one.schema),
        });
        if (schemaProblem !== undefined) refuse(`is not a valid schema: ${schemaProblem}`);
      } catch (error) {
        if (error instanceof SandboxError) refuse(error.message);
        throw error;
      }
    }
  };

  /** A case may only refer to files that it had before, or that were just stored for it. */
  const requireFiles = (content: CaseContent, allowed: readonly string[]): void => {
    const foreign = filesOf(content).find((fileId) => !allowed.includes(fileId));
    if (foreign !== undefined)
      throw new AppError('invalidParameter', 'turns: a file has an id that this case does not have');
  };

  const lockSet = async (tx: Handle, set: TestSet): Promise<void> => {
    if (!(await touchSet(tx, set.id, clock.nowMs())))
      throw new AppError('notFound', 'There is no such test set of this agent');
  };

  const add = async (
    tx: Handle,
    set: TestSet,
    contents: readonly Omit<NewCase, 'id'>[],
  ): Promise<string[]> => {
    await lockSet(tx, set);
    if ((await countCases(tx, set.id)) + contents.length > caseLimits.cases)
      throw new AppError('conflict', `A test set may have at most ${caseLimits.cases} cases`);
    const nowMs = clock.nowMs();
    const cases = contents.map((content) => ({ ...content, id: newId(nowMs) }));
    await insertCases(tx, set.id, cases, nowMs);
    await files.markReferenced(tx, contents.flatMap(filesOf));
    return cases.map(({ id }) => id);
  };

  const release = (tx: Handle, turns: readonly string[]): Promise<void> =>
    releaseFiles(
      tx,
      turns.flatMap((text) => filesOf({ turns: JSON.parse(text) })),
    );

  const require = async (set: TestSet, id: string): Promise<TestCase> => {
    const found = isId(id) ? await findCase(db.query, set.id, id) : undefined;
    if (!found) throw noSuchCase();
    return found;
  };

  return {
    list: async (set: TestSet, page: Page): Promise<{ cases: TestCase[]; total: number }> => ({
      cases: await listCases(db.query, set.id, page),
      total: await countCases(db.query, set.id),
    }),

    require,
    requireSchemas,

    /** For a case that is saved afterwards. Otherwise it is removed after a day. */
    storeFile: async (agent: Agent, file: { name: string; source: FileSource }): Promise<TestFile> => {
      const { id, name, sizeBytes } = await files.store({
        workspaceId: agent.workspaceId,
        agent,
        name: file.name,
        mediaType: 'application/octet-stream',
        source: file.source,
        isUnreferenced: true,
      });
      return { fileId: id, name, sizeBytes };
    },

    /** Returns the ids of the new cases. */
    add,

    /** @param newFiles files that were stored for this change. */
    change: async (
      tx: Handle,
      current: TestCase,
      content: CaseContent,
      newFiles: readonly string[],
    ): Promise<void> => {
      requireFiles(content, [...filesOf(current), ...newFiles]);
      if (!(await updateCase(tx, current, content, clock.nowMs()))) throw noSuchCase();
      const kept = filesOf(content);
      await files.markReferenced(tx, newFiles);
      await releaseFiles(
        tx,
        filesOf(current).filter((fileId) => !kept.includes(fileId)),
      );
    },

    requireFiles,

    remove: async (tx: Handle, set: TestSet, id: string): Promise<TestCase> => {
      const removed = await deleteCase(tx, set.id, id);
      if (!removed) throw noSuchCase();
      await releaseFiles(tx, filesOf(removed));
      return removed;
    },

    /** Adds the cases of a file, or replaces all cases by them. */
    import: async (
      tx: Handle,
      set: TestSet,
      { cases, replaces }: { cases: readonly CaseContent[]; replaces: boolean },
    ): Promise<void> => {
      await lockSet(tx, set);
      if (replaces) {
        await release(tx, await listTurnsWithFiles(tx, set.id));
        await deleteCasesOfSet(tx, set.id);
      }
      await add(
        tx,
        set,
        cases.map((content) => ({ ...content, origin: 'import' as const })),
      );
    },

    /** Page by page. Files are exported by name only. */
    export: async function* (set: TestSet, format: 'csv' | 'jsonl'): AsyncGenerator<string> {
      if (format === 'csv') yield csvMark + csvHeader;
      for (let offset = 0; ; offset += exportedAtOnce) {
        const cases = await listCases(db.query, set.id, { offset, limit: exportedAtOnce });
        const lines = cases.map(({ name, turns, expectations }) => {
          const content = { name, turns: turns.map(exportTurn), expectations };
          return format === 'csv' ? csvLine(content) : `${JSON.stringify(content)}\n`;
        });
        if (lines.length > 0) yield lines.join('');
        if (cases.length < exportedAtOnce) return;
        await nextTick();
      }
    },
  };
};

const exportTurn = ({ text, files }: CaseContent['turns'][number]) => ({
  text,
  files: files.map(({ name }) => ({ name, fileId: null, sizeBytes: 0 })),
});

/** Part of an erasure: a case that was made from a conversation has the words of its user. Returns the files. */
export const eraseTestCases = async (tx: Handle, conversationIds: readonly string[]): Promise<string[]> => {
  await deleteCopiesOfConversations(tx, conversationIds);
  const turns = await deleteCasesOfConversations(tx, conversationIds);
  return turns.flatMap((text) => filesOf({ turns: JSON.parse(text) }));
};
