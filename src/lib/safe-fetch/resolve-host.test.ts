import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOutsideLookup, type Lookup, withLocalhost } from './resolve-host.ts';

const failing =
  (code: string): Lookup =>
  async () => {
    throw Object.assign(new Error(code), { code });
  };
const answering =
  (address: string): Lookup =>
  async () => [{ address, family: 4 }];
const never: Lookup = async () => assert.fail('must not be asked');

test('a name that DNS knows is not asked of the system', async () => {
  const lookup = createOutsideLookup(answering('1.1.1.1'), never);
  assert.deepEqual(await lookup('known.example'), [{ address: '1.1.1.1', family: 4 }]);
});

test('a name that DNS does not know is asked of the system', async () => {
  for (const code of ['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']) {
    const lookup = createOutsideLookup(failing(code), answering('2.2.2.2'));
    assert.deepEqual(await lookup('hosts-file.example'), [{ address: '2.2.2.2', family: 4 }]);
  }
});

test('a name whose server does not answer takes no thread of the system', async () => {
  for (const code of ['ETIMEOUT', 'ESERVFAIL']) {
    await assert.rejects(createOutsideLookup(failing(code), never)('slow.example'), { code });
  }
});

test('localhost names are loopback without being looked up', async () => {
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
