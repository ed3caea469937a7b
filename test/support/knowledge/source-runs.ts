import type { Agent } from '../../../src/agents/index.ts';
import type { Database } from '../../../src/db/index.ts';
import type { Source, SourceRun } from '../../../src/knowledge/index.ts';
import { defaultRules } from '../../../src/knowledge/index.ts';
import { eventually } from '../time/eventually.ts';
import type { TestKnowledge } from './open-knowledge.ts';

type NewSource = Parameters<TestKnowledge['knowledge']['sources']['create']>[2];

export interface SourceChange extends Partial<Omit<NewSource, 'rules'>> {
  rules?: Partial<NewSource['rules']>;
}

/** Creates sources and runs them to their end. */
export const createSourceRuns = (db: Database, { knowledge, settle }: TestKnowledge) => {
  const { sources } = knowledge;
  const start = (source: Source): Promise<SourceRun> => db.transaction((tx) => sources.sync(tx, source));
  const waitFor = async (source: Source, id: string): Promise<SourceRun> => {
    let run = await sources.requireRun(source, id);
    await eventually('the sync ends', async () => {
      run = await sources.requireRun(source, id);
      return run.endedAtMs !== null;
    });
    return run;
  };
  const pagesOf = async (run: SourceRun) =>
    (await sources.pages(run, undefined, { offset: 0, limit: 5000 })).pages;
  return {
    create: (agent: Agent, { rules, ...input }: SourceChange & { url: string }): Promise<Source> =>
      db.transaction((tx) =>
        sources.create(tx, agent, {
          kind: 'site',
          name: 'Site',
          connection: {},
          knowledgeBaseId: undefined,
          creator: { id: 'tester', email: '' },
          rules: { ...defaultRules, ...rules },
          chunkTokens: 200,
          removal: 'at-once',
          graceDays: 7,
          keepsEdits: true,
          schedule: 'off',
          ...input,
        }),
      ),
    start,
    waitFor,
    /** Runs the source and waits until its documents are indexed. */
    sync: async (source: Source): Promise<SourceRun> => {
      const run = await waitFor(source, (await start(source)).id);
      await settle();
      return run;
    },
    /** The report: paths by state, with the reason of each path. */
    report: async (run: SourceRun): Promise<Record<string, string>> =>
      Object.fromEntries(
        (await pagesOf(run)).map(({ url, state, reason }) => {
          const parsed = URL.parse(url);
          const path = parsed ? `${parsed.pathname}${parsed.search}` : url;
          return [path, reason ? `${state}: ${reason.code}` : state];
        }),
      ),
    pagesOf,
  };
};
