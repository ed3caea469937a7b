import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchableText } from '../../src/knowledge/chunk/index.ts';

export interface RetrievalSet {
  name: string;
  passages: { id: string; text: string }[];
  queries: { id: string; text: string /** Grade by passage id. */; relevant: Map<string, number> }[];
}

export const retrievalFolder = join(import.meta.dirname, '../../../shared/data/retrieval');

export const hasRetrievalSets = (): boolean => existsSync(retrievalFolder);

const readLines = (path: string): Record<string, string>[] =>
  readFileSync(join(retrievalFolder, path), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, string>);

const readJudgments = (folder: string): Map<string, Map<string, number>> => {
  const judgments = new Map<string, Map<string, number>>();
  const lines = readFileSync(join(retrievalFolder, folder, 'qrels/test.tsv'), 'utf8')
    .trim()
    .split('\n')
    .slice(1);
  for (const line of lines) {
    const [query = '', passage = '', grade = '0'] = line.split('\t');
    judgments.set(query, (judgments.get(query) ?? new Map<string, number>()).set(passage, Number(grade)));
  }
  return judgments;
};

/** Passages of one folder with the questions of another: the same folder, or the same text in two languages. */
export const readRetrievalSet = (name: string, passagesOf: string, queriesOf = passagesOf): RetrievalSet => {
  const judgments = readJudgments(queriesOf);
  return {
    name,
    passages: readLines(`${passagesOf}/corpus.jsonl`).map(({ _id, title = '', text = '' }) => ({
      id: _id!,
      // As ingestion does with the headings above a passage.
      text: searchableText({ text, headingPath: title === '' ? [] : [title.replaceAll('_', ' ')] }),
    })),
    queries: readLines(`${queriesOf}/queries.jsonl`).flatMap(({ _id, text = '' }) => {
      const relevant = judgments.get(_id!);
      return relevant === undefined ? [] : [{ id: _id!, text, relevant }];
    }),
  };
};
