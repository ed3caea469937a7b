import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { type TestContext, test } from 'node:test';
import { createDnsLookup, createOutsideLookup, type Lookup, withLocalhost } from './resolve-host.ts';

const failing =
  (code: string): Lookup =>
  async () => {
    throw Object.assign(new Error(code), { code });
  };
const answering =
  (address: string): Lookup =>
  async () => [{ address, family: 4 }];
const never: Lookup = async () => assert.fail('must not be asked');

test('a name that DNS knows is not looked up by the system', async () => {
  const lookup = createOutsideLookup(answering('1.1.1.1'), never);
  assert.deepEqual(await lookup('known.example'), [{ address: '1.1.1.1', family: 4 }]);
});

test('a name that DNS does not know is looked up by the system', async () => {
  for (const code of ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']) {
    const lookup = createOutsideLookup(failing(code), answering('2.2.2.2'));
    assert.deepEqual(await lookup('hosts-file.example'), [{ address: '2.2.2.2', family: 4 }]);
  }
});

test('a name whose server does not answer uses no thread of the system', async () => {
  for (const code of ['ETIMEOUT', 'ESERVFAIL']) {
    await assert.rejects(createOutsideLookup(failing(code), never)('slow.example'), { code });
  }
});

test('localhost names are loopback without a lookup', async () => {
  for (const name of ['localhost', 'LOCALHOST.', 'a.localhost', 'a.b.localhost.']) {
    const found = await withLocalhost(never)(name);
    assert.deepEqual(
      found.map(({ address }) => address),
      ['127.0.0.1', '::1'],
    );
  }
  assert.deepEqual(await withLocalhost(answering('3.3.3.3'))('notlocalhost'), [
    { address: '3.3.3.3', family: 4 },
  ]);
});

/** A DNS server with `both`, `four` and `six`. It never answers for the IPv6 address of `mute` and denies the rest. */
const startNameServer = async (context: TestContext): Promise<string> => {
  const records: Record<string, Record<number, Buffer>> = {
    both: { 1: Buffer.of(1, 2, 3, 4), 28: Buffer.from('20010db8000000000000000000000001', 'hex') },
    four: { 1: Buffer.of(5, 6, 7, 8) },
    six: { 28: Buffer.from('20010db8000000000000000000000002', 'hex') },
    mute: {},
  };
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const name = query.toString('latin1', 13, 13 + query[12]!);
    const questionEnd = query.indexOf(0, 12) + 5;
    const type = query.readUInt16BE(questionEnd - 4);
    if (name === 'mute' && type === 28) return;
    const data = records[name]?.[type];
    const header = Buffer.alloc(12);
    header.writeUInt16BE(query.readUInt16BE(0), 0);
    header.writeUInt16BE(records[name] ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(data ? 1 : 0, 6);
    const answer = data
      ? Buffer.concat([Buffer.of(0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length), data])
      : Buffer.of();
    socket.send(Buffer.concat([header, query.subarray(12, questionEnd), answer]), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  context.after(() => void socket.close());
  return `127.0.0.1:${socket.address().port}`;
};

test('both families are queried, IPv4 first, and one may remain without an answer', async (context) => {
  const lookup = createDnsLookup([await startNameServer(context)], 100);
  assert.deepEqual(await lookup('both.example'), [
    { address: '1.2.3.4', family: 4 },
    { address: '2001:db8::1', family: 6 },
  ]);
  assert.deepEqual(await lookup('four.example'), [{ address: '5.6.7.8', family: 4 }]);
  assert.deepEqual(await lookup('six.example'), [{ address: '2001:db8::2', family: 6 }]);
});

test('an unknown name and a silent server are distinguished', async (context) => {
  const lookup = createDnsLookup([await startNameServer(context)], 100);
  await assert.rejects(lookup('unknown.example'), { code: 'ENOTFOUND' });
  await assert.rejects(lookup('mute.example'), { code: 'ETIMEOUT' });
});
