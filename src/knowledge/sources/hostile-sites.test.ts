import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { openTestDatabase } from '../../../test/support/databases/databases.ts';
import { openKnowledge } from '../../../test/support/knowledge/open-knowledge.ts';
import { createSourceRuns, type SourceChange } from '../../../test/support/knowledge/source-runs.ts';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import {
  htmlPage,
  type SitePage,
  startWebSite,
  type WebSite,
} from '../../../test/support/servers/web-site.ts';
import type { Database, DatabaseKind } from '../../db/index.ts';
import type { SourceRun } from './source.ts';

interface Ended {
  db: Database;
  site: WebSite;
  run: SourceRun;
  report: Record<string, string>;
  reasons: Record<string, string>;
}

interface TestedSource extends SourceChange {
  path?: string;
  /** On SQLite alone, unless the result depends on what the database can store. */
  databases?: DatabaseKind[];
}

const bothDatabases: DatabaseKind[] = ['sqlite', 'postgres'];

/** One sync of a site. */
const testSite = (
  name: string,
  pages: Record<string, SitePage>,
  source: TestedSource,
  check: (ended: Ended) => Promise<void> | void,
  prepare?: (site: WebSite) => void,
): void => {
  for (const kind of source.databases ?? ['sqlite']) testOn(kind, name, pages, source, check, prepare);
};

const testOn = (
  kind: DatabaseKind,
  name: string,
  pages: Record<string, SitePage>,
  { path = '/', databases: _databases, ...settings }: TestedSource,
  check: (ended: Ended) => Promise<void> | void,
  prepare: ((site: WebSite) => void) | undefined,
): void => {
  const skip = kind === 'postgres' ? skipWithout('postgres') : false;
  test(`${name} (${kind})`, { skip }, async () => {
    const { db, release } = await openTestDatabase(kind);
    const site = await startWebSite(pages);
    prepare?.(site);
    const knowledge = await openKnowledge(db);
    try {
      const runs = createSourceRuns(db, knowledge);
      const created = await runs.create(await knowledge.newAgent(), {
        url: `${site.url}${path}`,
        ...settings,
      });
      const run = await runs.sync(created);
      const reasons = Object.fromEntries(
        (await runs.pagesOf(run)).map(({ url, reason }) => [
          url.slice(site.url.length),
          reason?.detail ?? '',
        ]),
      );
      await check({ db, site, run, reasons, report: await runs.report(run) });
    } finally {
      await knowledge.close();
      await site.close();
      await release();
    }
  });
};

const xml =
  (text: string | Buffer, type = 'application/xml'): SitePage =>
  (_request, response) => {
    response.writeHead(200, { 'content-type': type }).end(text);
  };

const textsOf = async (db: Database): Promise<string> =>
  (await db.query.selectFrom('chunks').select('content').execute()).map((chunk) => chunk.content).join('\n');

const start = htmlPage('Start', '<p>Start of the site</p>', ['/a', '/b']);

testSite(
  'a sitemap with 1,000,000 URLs is read up to its limits, as a stream',
  {
    '/': start,
    '/sitemap.xml': (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/xml' });
      response.write('<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">');
      let written = 0;
      const write = (): void => {
        while (written < 1_000_000) {
          const part = Array.from(
            { length: 1000 },
            (_none, index) => `<url><loc>/${written + index}</loc></url>`,
          );
          written += 1000;
          if (!response.write(part.join(''))) return void response.once('drain', write);
        }
        response.end('</urlset>');
      };
      write();
    },
  },
  { rules: { maxPages: 20 } },
  ({ run, report, reasons }) => {
    assert.equal(run.status, 'completed');
    // The URLs are relative, which the protocol does not allow, so none is read.
    assert.deepEqual([report['/'], report['/sitemap.xml']], ['added', 'skipped: sitemap']);
    assert.match(reasons['/sitemap.xml'] ?? '', /only its first 200 entries were read/);
  },
);

testSite(
  'a sitemap with as many URLs as are read is complete',
  {
    '/': start,
    '/sitemap.xml': (_request, response) => {
      const urls = Array.from({ length: 200 }, (_none, index) => `<url><loc>/${index}</loc></url>`);
      response.writeHead(200, { 'content-type': 'application/xml' }).end(`<urlset>${urls.join('')}</urlset>`);
    },
  },
  { rules: { maxPages: 20 } },
  ({ report }) => assert.equal(report['/sitemap.xml'], undefined),
);

testSite(
  'an index, packed sitemaps and those that robots.txt names are read within the page limit',
  {
    '/': start,
    '/a': htmlPage('A', '<p>Text a</p>'),
    '/b': htmlPage('B', '<p>Text b</p>'),
    '/c': htmlPage('C', '<p>Text c</p>'),
  },
  { rules: { followLinks: false } },
  ({ run, report }) => {
    assert.deepEqual(report, { '/': 'added', '/a': 'added', '/b': 'added' });
    assert.equal(run.added, 3);
  },
  (site) => {
    const locations = (tag: string, ...paths: string[]) =>
      paths.map((path) => `<${tag}><loc>${site.url}${path}</loc></${tag}>`).join('');
    site.pages.set('/robots.txt', xml(`Sitemap: ${site.url}/index.xml`, 'text/plain'));
    site.pages.set(
      '/index.xml',
      xml(`<sitemapindex>${locations('sitemap', '/one.xml.gz', '/index.xml')}</sitemapindex>`),
    );
    site.pages.set(
      '/one.xml.gz',
      xml(gzipSync(`<urlset>${locations('url', '/a', '/b')}</urlset>`), 'application/gzip'),
    );
  },
);

testSite(
  'a page of 200 MB is refused while it is read',
  {
    '/': start,
    '/a': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      const piece = Buffer.alloc(1024 * 1024, 'word ');
      let sent = 0;
      const write = (): void => {
        while (sent < 200 && !response.destroyed) {
          sent += 1;
          if (!response.write(piece)) return void response.once('drain', write);
        }
        if (!response.destroyed) response.end();
      };
      write();
    },
    '/b': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 200 * 1024 * 1024 });
      response.write('<p>begins');
    },
  },
  {},
  ({ report, reasons, run }) => {
    assert.deepEqual(report, { '/': 'added', '/a': 'skipped: too-large', '/b': 'skipped: too-large' });
    assert.equal(reasons['/a'], 'more than 10 MB');
    assert.equal(run.status, 'completed');
  },
);

testSite(
  'a crawl trap ends at the page limit',
  {},
  { rules: { maxPages: 40, maxDepth: 20 } },
  ({ run, site }) => {
    assert.equal(run.status, 'completed');
    assert.equal(run.found, 40);
    assert.ok(run.beyondLimit > 0);
    assert.ok(site.requests.length <= 44, `${site.requests.length} requests`);
  },
  (site) =>
    site.answerOthers((request, response) => {
      if (/robots|sitemap/.test(request.url ?? '')) return void response.writeHead(404).end();
      const number = Number(request.url?.split('=')[1] ?? 0);
      const links = [`/calendar?day=${number + 1}`, `/calendar?day=${number + 2}`, '/x/x/x/x/x'];
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(htmlPage('Day', `<p>Day ${number}</p>`, links));
    }),
);

const redirect =
  (location: string): SitePage =>
  (_request, response) => {
    response.writeHead(302, { location }).end();
  };

testSite(
  'redirect loops and redirects out of the source are skipped; the target of a redirect is read once',
  {
    '/docs/': htmlPage('Start', '<p>Start</p>', [
      '/docs/loop',
      '/docs/out',
      '/docs/old',
      '/docs/older',
      '/docs/self/',
    ]),
    '/docs/loop': redirect('/docs/loop2'),
    '/docs/loop2': redirect('/docs/loop'),
    '/docs/out': redirect('/blog'),
    '/docs/old': redirect('/docs/new'),
    '/docs/older': redirect('/docs/new'),
    '/docs/new': htmlPage('New', '<p>The new page</p>'),
    '/blog': htmlPage('Blog', '<p>Elsewhere</p>'),
  },
  { path: '/docs/' },
  ({ run, report }) => {
    assert.deepEqual(report['/docs/loop'], 'skipped: redirect');
    assert.deepEqual([report['/docs/out'], report['/blog']], ['skipped: redirect', undefined]);
    assert.deepEqual(
      [report['/docs/old'], report['/docs/older'], report['/docs/new']],
      ['skipped: redirect', 'skipped: redirect', 'added'],
    );
    assert.deepEqual([run.status, run.added], ['completed', 2]);
  },
);

testSite(
  'pages with a wrong or missing charset are read',
  {
    '/': start,
    '/a': (_request, response) => {
      // Declared as UTF-8, but in Latin-1.
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(Buffer.from(htmlPage('A', '<p>Die Öffnungszeiten der Bäckerei für Gäste</p>'), 'latin1'));
    },
    '/b': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=no-such-charset' });
      response.end(htmlPage('B', '<p>营业时间为上午九点</p>'));
    },
  },
  {},
  async ({ db, run }) => {
    assert.equal(run.added, 3);
    const texts = await textsOf(db);
    assert.match(texts, /Öffnungszeiten der Bäckerei für Gäste/);
    assert.match(texts, /营业时间为上午九点/);
  },
);

testSite(
  'hostile markup does not end the sync, and the same content is stored once',
  {
    '/': htmlPage('Start', '<p>Start</p>', [
      '/deep',
      '/attributes',
      '/empty',
      '/hidden',
      '/same',
      '/same?sort=up',
    ]),
    '/deep': `<main>${'<div>'.repeat(200_000)}`,
    '/attributes': `<main><a ${'x="'.repeat(100_000)}`,
    '/empty': '<html><body><script>app()</script></body></html>',
    '/hidden': '<html><head><meta name="robots" content="noindex"></head><body>Not for robots</body></html>',
    '/same': htmlPage('Same', '<p>One text with two addresses</p>'),
    '/same?sort=up': htmlPage('Same', '<p>One text with two addresses</p>'),
  },
  { databases: bothDatabases },
  ({ run, report }) => {
    assert.equal(run.status, 'completed');
    assert.deepEqual(
      [report['/deep'], report['/empty'], report['/hidden']],
      ['skipped: unreadable', 'skipped: no-text', 'skipped: noindex'],
    );
    assert.equal(run.added, 2);
    assert.equal(report['/same?sort=up'], 'skipped: duplicate');
  },
);

testSite(
  'a site that changes during the crawl: pages that vanish are skipped, new ones are read',
  {},
  { databases: bothDatabases },
  ({ run, report }) => {
    assert.equal(run.status, 'completed');
    assert.deepEqual(report, { '/': 'added', '/a': 'added', '/b': 'skipped: status', '/late': 'added' });
  },
  (site) => {
    site.pages.set('/', start);
    site.pages.set('/a', (_request, response) => {
      site.pages.delete('/b');
      site.pages.set('/late', htmlPage('Late', '<p>New during the crawl</p>'));
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(htmlPage('A', '<p>Text of a</p>', ['/late']));
    });
    // Asked for at the same time as /a, and answered after it.
    site.pages.set('/b', (_request, response) => {
      setTimeout(() => response.writeHead(404).end(), 200);
    });
  },
);

testSite(
  'a start page that cannot be read fails the sync with the reason',
  { '/robots.txt': (_request, response) => response.writeHead(200).end('User-agent: *\nDisallow: /') },
  {},
  ({ run }) => {
    assert.deepEqual(
      [run.status, run.error],
      ['failed', 'robots.txt of the server does not allow the start URL'],
    );
  },
);

testSite(
  'a feed: its items are read, with relative and absolute links',
  {
    '/feed.xml': xml(
      '<rss version="2.0"><channel><title>News</title><item><title>One</title><link>/one</link></item><item><link>/two</link></item></channel></rss>',
      'application/rss+xml',
    ),
    '/one': htmlPage('One', '<p>First news</p>', ['/not-followed']),
    '/two': htmlPage('Two', '<p>Second news</p>'),
  },
  { kind: 'feed', path: '/feed.xml' },
  ({ run, report }) => {
    assert.deepEqual(run.error, null);
    assert.deepEqual(report, { '/one': 'added', '/two': 'added' });
  },
);

const longPath = `/${'long'.repeat(500)}`;

testSite(
  'characters and lengths that a database cannot store or index do not end the sync',
  {
    '/': htmlPage('Start', '<p>Start</p>', ['/nul', '/name%00', longPath, `${longPath}${'er'.repeat(100)}`]),
    '/nul': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', etag: `"${'e'.repeat(7000)}"` });
      response.end(
        htmlPage('N\0ul &#0; \uD83D', '<p>Text\0 with &#0; &#xD800; and \uD83D half a letter</p>'),
      );
    },
    '/name%00': htmlPage('😀'.repeat(500), '<p>A long title</p>'),
    [longPath]: htmlPage('', '<p>A long address</p>'),
  },
  { databases: bothDatabases },
  async ({ db, run, report }) => {
    assert.deepEqual([run.status, run.error], ['completed', null]);
    assert.deepEqual(report, {
      '/': 'added',
      '/nul': 'added',
      '/name%00': 'added',
      [longPath]: 'added',
    });
    const documents = await db.query.selectFrom('documents').select(['name', 'status']).execute();
    assert.deepEqual(
      documents.map(({ status }) => status),
      ['ACTIVE', 'ACTIVE', 'ACTIVE', 'ACTIVE'],
    );
    assert.match(await textsOf(db), /half a letter/);
  },
);
