import { setImmediate as nextTick } from 'node:timers/promises';
import type { Database, Handle } from '../../db/index.ts';
import type { Clock } from '../../lib/clock.ts';
import { csvMark, csvRow } from '../../lib/csv/csv-row.ts';
import { deleteQuestionsBefore } from './question-store.ts';
import {
  findExamples,
  findQuestionTexts,
  findTopicRow,
  findTopicRows,
  listTopicIds,
  listTopicRows,
  setTopicStatus,
  type TopicFilter,
  type TopicStatus,
} from './topic-store.ts';

const examplesOfTopic = 20;
const replyLength = 2000;
const deletedAtOnce = 500;
/** Topics of a CSV file. */
export const exportedTopics = 10_000;
const exportedAtOnce = 200;
const csvColumns = [
  'question',
  'status',
  'asked',
  'nothing_found',
  'no_answer',
  'rated_bad',
  'first_asked',
  'last_asked',
];
/** How long unanswered questions are listed. */
const listedMs = 180 * 24 * 60 * 60 * 1000;

type TopicRow = NonNullable<Awaited<ReturnType<typeof findTopicRow>>>;

/** Topics of questions that an agent did not answer. */
export const createTopics = ({ db, clock }: { db: Database; clock: Clock }) => {
  /** The round of a title may have been erased: then the newest question is the title. */
  const withTitles = async (rows: readonly TopicRow[]) => {
    const texts = await findQuestionTexts(
      db.query,
      rows.map(({ titleRoundId }) => titleRoundId),
    );
    return Promise.all(
      rows.map(async ({ titleRoundId, ...row }) => ({
        ...row,
        firstAtMs: Number(row.firstAtMs),
        lastAtMs: Number(row.lastAtMs),
        title: texts.get(titleRoundId) ?? (await findExamples(db.query, row.id, 1, 1))[0]?.question ?? '',
      })),
    );
  };

  return {
    list: async (filter: TopicFilter, page: { offset: number; limit: number }) => {
      const { rows, total } = await listTopicRows(db.query, filter, page);
      return { items: await withTitles(rows), total };
    },

    /** The same as CSV, page by page. */
    export: async function* (filter: TopicFilter): AsyncGenerator<string> {
      yield csvMark + csvRow(csvColumns);
      const ids = await listTopicIds(db.query, filter, exportedTopics);
      for (let start = 0; start < ids.length; start += exportedAtOnce) {
        const rows = await findTopicRows(db.query, ids.slice(start, start + exportedAtOnce));
        const lines = (await withTitles(rows)).map((topic) =>
          csvRow([
            topic.title,
            topic.status,
            topic.total,
            topic.nothingFound,
            topic.refusals,
            topic.badRatings,
            new Date(topic.firstAtMs).toISOString(),
            new Date(topic.lastAtMs).toISOString(),
          ]),
        );
        yield lines.join('');
        await nextTick();
      }
    },

    /** With the newest questions. Undefined if the agent has no such topic. */
    find: async (agentId: string, id: string) => {
      const row = await findTopicRow(db.query, agentId, id);
      if (!row) return undefined;
      const [topic] = await withTitles([row]);
      return { ...topic!, examples: await findExamples(db.query, id, examplesOfTopic, replyLength) };
    },

    /** Returns false if the agent has no such topic. */
    setStatus: (
      tx: Handle,
      change: { agentId: string; id: string; status: TopicStatus; by: string },
    ): Promise<boolean> => setTopicStatus(tx, { ...change, nowMs: clock.nowMs() }),

    /** Deletes old questions, and topics without questions. */
    sweep: async (): Promise<void> => {
      while ((await deleteQuestionsBefore(db.query, clock.nowMs() - listedMs, deletedAtOnce)) > 0);
    },
  };
};

export type Topics = ReturnType<typeof createTopics>;
export type Topic = Awaited<ReturnType<Topics['list']>>['items'][number];
export type TopicDetail = NonNullable<Awaited<ReturnType<Topics['find']>>>;
