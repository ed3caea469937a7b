import assert from 'node:assert/strict';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { createSafeFetch } from '../../../../lib/safe-fetch/index.ts';
import { openGitSession } from './git-session.ts';
import { flush, lineOf } from './pkt-line.ts';

const start = async (context: TestContext, listener: RequestListener): Promise<string> => {
  const server = createServer(listener);
  context.after(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

/** A server that redirects to another one, which records the credentials that it gets. */
const openStage = async (context: TestContext) => {
  const seen: (string | undefined)[] = [];
  const other = await start(context, (request, response) => {
    seen.push(request.headers.authorization);
    response.end(
      request.method === 'GET'
        ? [lineOf('version 2'), lineOf('ls-refs'), lineOf('fetch=shallow filter'), flush].join('')
        : [lineOf(`${'a'.repeat(40)} HEAD`), flush].join(''),
    );
  });
  const first = await start(context, (request, response) => {
    response.writeHead(301, { location: `${other}${request.url}` }).end();
  });
  const fetch = createSafeFetch({ allow: ['127.0.0.1'] });
  context.after(() => fetch.close());
  const open = (credentials?: { user: string; secret: string }) =>
    openGitSession({ fetch, url: `${first}/repository`, credentials, signal: AbortSignal.timeout(30_000) });
  return { seen, other, open };
};

test('a token is not sent to a server to which the Git server redirects', async (context) => {
  const { seen, other, open } = await openStage(context);
  await assert.rejects(open({ user: 'ann', secret: 'token' }), (error: Error) =>
    error.message.includes(other),
  );
  assert.deepEqual(seen, [undefined]);
});

test('without a token, redirects are followed', async (context) => {
  const { open } = await openStage(context);
  assert.equal(await (await open()).commitOf(''), 'a'.repeat(40));
});
