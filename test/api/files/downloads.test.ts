import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { createScriptedModel } from '../../support/models/scripted-model.ts';
import { type TestService, testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

const megabyte = 2 ** 20;
const mostPerAddress = 12;
const options = () => ({
  models: createScriptedModel().models,
  environment: { FRONTDESK_DOWNLOADS_PER_ADDRESS: String(mostPerAddress) },
});

const share = async ({ app }: TestService, bytes: Buffer): Promise<string> => {
  const { id } = await app.db.query.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
  const { url } = await app.rooms.sharedFiles.share({
    workspaceId: id,
    name: 'sound.mp3',
    mediaType: 'audio/mpeg',
    source: { bytes },
  });
  return url.replace(/^https?:\/\/[^/]+/, '');
};

const get = (
  { app }: TestService,
  url: string,
  headers: Record<string, string> = {},
  remoteAddress = '127.0.0.1',
) => app.server.inject({ method: 'GET', url, headers, remoteAddress });

testService(
  'only the requested part is sent, and nothing if the client has the current version',
  options,
  async (service) => {
    const bytes = randomBytes(2 * megabyte + 7);
    const url = await share(service, bytes);
    const whole = await get(service, url);
    assert.deepEqual([whole.statusCode, whole.rawPayload.equals(bytes)], [200, true]);
    assert.equal(whole.headers['content-length'], String(bytes.length));
    const part = await get(service, url, { range: `bytes=${megabyte - 5}-${megabyte + 5}` });
    assert.equal(part.statusCode, 206);
    assert.ok(part.rawPayload.equals(bytes.subarray(megabyte - 5, megabyte + 6)));
    assert.equal(part.headers['content-length'], '11');
    const head = await service.app.server.inject({ method: 'HEAD', url, headers: { range: 'bytes=1-2' } });
    assert.deepEqual(
      [head.statusCode, head.rawPayload.length, head.headers['content-length']],
      [206, 0, '2'],
    );
    const beyond = await get(service, url, { range: `bytes=${bytes.length}-` });
    assert.deepEqual(
      [beyond.statusCode, beyond.rawPayload.length, beyond.headers['content-range']],
      [416, 0, `bytes */${bytes.length}`],
    );

    const etag = String(whole.headers.etag);
    assert.match(etag, /^"[0-9a-f]{64}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*'])
      assert.equal((await get(service, url, { 'if-none-match': known })).statusCode, 304, known);
    assert.equal((await get(service, url, { 'if-none-match': '"other"' })).statusCode, 200);
    const range = { range: 'bytes=0-1' };
    assert.equal((await get(service, url, { ...range, 'if-range': etag })).statusCode, 206);
    assert.equal((await get(service, url, { ...range, 'if-range': '"other"' })).statusCode, 200);
  },
);

/** Clients that request a file and read only its beginning. */
const openClients = async (service: TestService, url: string) => {
  await service.app.server.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.server.address() as AddressInfo;
  const sockets: Socket[] = [];
  return {
    /** The beginning of the answer. */
    ask: async (localAddress = '127.0.0.1'): Promise<string> => {
      const socket = connect({ port, host: '127.0.0.1', localAddress });
      socket.on('error', () => {});
      sockets.push(socket);
      socket.write(`GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
      await once(socket, 'readable');
      return String(socket.read(socket.readableLength));
    },
    leave: (): void => void sockets.shift()!.destroy(),
    close: (): void => {
      for (const socket of sockets) socket.destroy();
    },
  };
};

testService(
  'clients that do not read use little memory, and their number is limited',
  options,
  async (service) => {
    const url = await share(service, randomBytes(20 * megabyte));
    const { ask, leave, close } = await openClients(service, url);
    const before = process.memoryUsage().arrayBuffers;
    try {
      for (let client = 0; client < mostPerAddress; client++) assert.match(await ask(), /^HTTP\/1\.1 200 /);
      for (let batch = 0; batch < 5; batch++)
        await Promise.all(
          Array.from({ length: mostPerAddress }, async () => {
            const part = await get(service, url, { range: 'bytes=0-0' }, '192.0.2.1');
            assert.deepEqual([part.statusCode, part.rawPayload.length], [206, 1]);
          }),
        );
      // Complete copies of the file would take 240 MB. Memory that is not collected yet counts, too.
      const grown = process.memoryUsage().arrayBuffers - before;
      assert.ok(grown < 100 * megabyte, `${grown} bytes more`);

      const refused = await ask();
      assert.match(refused, /^HTTP\/1\.1 429 /);
      assert.match(refused, /^retry-after: [1-9]/im);
      assert.match(refused, /"code":40008,"message":"Too many downloads at the same time: at most 12 /);
      assert.match(await ask('127.0.0.2'), /^HTTP\/1\.1 200 /, 'another address is not limited');
      leave();
      await eventually('the place is free again', async () => (await ask()).startsWith('HTTP/1.1 200 '));
    } finally {
      close();
    }
  },
);

testService('a file without contents is an error before anything is sent', options, async (service) => {
  const url = await share(service, Buffer.from('0123456789'));
  const { id } = await service.app.db.query.selectFrom('files').select('id').executeTakeFirstOrThrow();
  await service.app.rooms.files.removeContents([id]);
  await service.app.db.query.deleteFrom('file_pieces').execute();
  const answer = await get(service, url);
  assert.deepEqual([answer.statusCode, answer.json().code], [500, 50000]);
});
