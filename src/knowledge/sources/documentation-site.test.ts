import assert from 'node:assert/strict';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { openTestDatabase } from '../../../test/support/databases/databases.ts';
import { find, openKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import { createSourceRuns } from '../../../test/support/knowledge/source-runs.ts';
import { createWordEmbedder, wordEmbedders } from '../../../test/support/knowledge/word-embedders.ts';
import { documentationPages } from '../../../test/support/servers/documentation-site.ts';
import { startWebSite } from '../../../test/support/servers/web-site.ts';

const pages = documentationPages();

/** Lines of code and code in cells of tables, as the authors wrote them. */
const blocksOf = (source: string): { code: string[]; cells: string[] } => {
  const tokens = new MarkdownIt().parse(source, {});
  return {
    // By line, because code in a quote or list is indented.
    code: tokens
      .filter(({ type }) => type === 'fence')
      .flatMap(({ content }) => content.split('\n'))
      .map((line) => line.trim()),
    cells: tokens
      .flatMap(({ type }, index) =>
        type === 'td_open'
          ? (tokens[index + 1]!.children ?? []).filter((one) => one.type === 'code_inline')
          : [],
      )
      // A cell cannot contain a plain bar.
      .map(({ content }) => content.replaceAll('|', '\\|')),
  };
};

test('a real documentation site becomes documents with all code and tables, and without menus', async () => {
  const { db, release } = await openTestDatabase('sqlite');
  const site = await startWebSite(Object.fromEntries(pages.map(({ path, html }) => [path, html])));
  // Some pages are linked by no other.
  const urls = pages.map(({ path }) => `<url><loc>${site.url}${path}</loc></url>`).join('');
  site.pages.set('/sitemap.xml', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' });
    response.end(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`);
  });
  const embedder = createWordEmbedder();
  const knowledge = await openKnowledge(db, { embedders: wordEmbedders(embedder) });
  try {
    const agent = await knowledge.newAgent();
    const runs = createSourceRuns(db, knowledge);
    const textOf = async (url: string): Promise<string> => {
      const { file_id } = await db.query
        .selectFrom('documents')
        .innerJoin('document_uploads', 'document_uploads.id', 'documents.served_upload_id')
        .select('file_id')
        .where('source_url', '=', url)
        .executeTakeFirstOrThrow();
      return Buffer.from(await knowledge.files.read(file_id)).toString();
    };
    const source = await runs.create(agent, {
      url: `${site.url}/docs/index`,
      rules: { pathPrefix: '/docs/' },
    });
    const first = await runs.sync(source);
    assert.equal(first.status, 'completed', first.error ?? '');
    const added = (await runs.pagesOf(first)).filter(({ state }) => state === 'added');
    assert.deepEqual(
      added.map(({ url }) => new URL(url).pathname).sort(),
      pages.map(({ path }) => path).sort(),
    );
    for (const { path, source: written } of pages) {
      const text = await textOf(`${site.url}${path}`);
      const { code, cells } = blocksOf(written);
      for (const line of code) assert.ok(text.includes(line), `${path} has the code ${line}`);
      for (const cell of cells) assert.ok(text.includes(cell), `${path} has the cell ${cell}`);
      assert.doesNotMatch(text, /Imprint of the site/);
    }
    const [best] = await find(knowledge, agent, 'FST_ERR_CTP_EMPTY_JSON_BODY', { rate: 0 });
    assert.equal(new URL(best!.sourceUrl).pathname, '/docs/Reference/Errors');

    const embedded = embedder.texts.length;
    const second = await runs.sync(source);
    assert.deepEqual(
      { unchanged: second.unchanged, added: second.added, updated: second.updated, removed: second.removed },
      { unchanged: pages.length, added: 0, updated: 0, removed: 0 },
    );
    assert.equal(embedder.texts.length, embedded, 'nothing was embedded again');
  } finally {
    await knowledge.close();
    await site.close();
    await release();
  }
});
