import assert from 'node:assert/strict';
import type { Database } from '../../../../src/db/index.ts';

const stateColumns = ['added', 'updated', 'unchanged', 'removed', 'missing', 'skipped'] as const;

/** Every page of a source has one document, no page has two, and the report of every sync agrees with its pages. */
export const checkSources = async ({ query }: Database): Promise<void> => {
  const pages = await query.selectFrom('source_pages').select(['source_id', 'url', 'document_id']).execute();
  const documents = await query
    .selectFrom('documents')
    .innerJoin('knowledge_sources', 'knowledge_sources.id', 'documents.source_id')
    .select([
      'documents.id',
      'documents.name',
      'documents.source_url',
      'documents.status',
      'knowledge_sources.kind',
    ])
    .execute();
  assert.deepEqual(
    documents.map(({ id, kind, name, source_url }) => `${id} ${kind === 'site' ? source_url : name}`).sort(),
    pages.map(({ document_id, url }) => `${document_id} ${url}`).sort(),
    'every page has one document, and every document a page',
  );
  const urls = pages.map(({ source_id, url }) => `${source_id} ${url}`);
  assert.equal(new Set(urls).size, urls.length, 'no page has two documents');
  for (const { status, name } of documents) assert.equal(status, 'ACTIVE', name);
  const runs = await query.selectFrom('source_runs').selectAll().execute();
  for (const run of runs) {
    assert.ok(['completed', 'cancelled'].includes(run.status), `a sync is ${run.status}`);
    const reported = await query
      .selectFrom('source_run_pages')
      .select('state')
      .where('run_id', '=', run.id)
      .execute();
    for (const state of stateColumns)
      assert.equal(
        run[state],
        reported.filter((page) => page.state === state).length,
        `${state} in the report`,
      );
  }
};
