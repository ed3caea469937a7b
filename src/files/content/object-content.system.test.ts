import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import {
  type ObjectStorage,
  startObjectStorage,
  storageKey,
} from '../../../test/support/servers/object-storage.ts';
import type { Handle } from '../../db/index.ts';
import { systemClock } from '../../lib/clock.ts';
import { newId } from '../../lib/ids.ts';
import { createS3Bucket } from '../../lib/s3/s3-bucket.ts';
import {
  createSafeFetch,
  EgressError,
  type SafeFetch,
  type SafeFetchOptions,
  type SafeResponse,
} from '../../lib/safe-fetch/index.ts';
import { createObjectContent, partBytes, partsAtOnce } from './object-content.ts';

const skip = skipWithout('object-storage');
const folder = mkdtempSync(join(tmpdir(), 'frontdesk-objects-'));
const noHandle = undefined as unknown as Handle;
const direct = createSafeFetch({ allow: [] });
let storage: ObjectStorage;

before(async () => {
  if (!skip) storage = await startObjectStorage();
});
after(async () => {
  rmSync(folder, { recursive: true, force: true });
  await direct.close();
  await storage?.close();
});

interface Request {
  method: string;
  url: URL;
  bodyBytes: number;
}

type Intervene = (request: Request, send: () => Promise<SafeResponse>) => Promise<SafeResponse>;

/** Content in the storage, with a function between it and the network. */
const openContent = (intervene: Intervene = (_request, send) => send()) => {
  const fetch: SafeFetch = Object.assign(
    (target: string | URL, options: SafeFetchOptions = {}) => {
      const { method = 'GET', body } = options;
      const bodyBytes = body instanceof Uint8Array ? body.length : 0;
      return intervene({ method, url: new URL(target), bodyBytes }, () => direct(target, options));
    },
    { resolve: direct.resolve, close: direct.close },
  );
  const settings = { ...storage.place, credentials: storageKey };
  const prefix = 'of content/';
  return createObjectContent({ bucket: createS3Bucket({ fetch, clock: systemClock, settings }), prefix });
};

const fileOf = (bytes: Uint8Array): { path: string } => {
  const path = join(folder, randomBytes(8).toString('hex'));
  writeFileSync(path, bytes);
  return { path };
};

const isPart = ({ method, url }: Request): boolean => method === 'PUT' && url.searchParams.has('partNumber');
const noListener = (): void => {};

test('a large file is sent in parts of limited size and number, and hashed in order', { skip }, async () => {
  const parts: number[] = [];
  let running = 0;
  let most = 0;
  const content = openContent(async (request, send) => {
    if (!isPart(request)) {
      assert.ok(request.bodyBytes < 10_000, 'no other request has a large body');
      return send();
    }
    parts.push(request.bodyBytes);
    running += 1;
    most = Math.max(most, running);
    try {
      return await send();
    } finally {
      running -= 1;
    }
  });
  const bytes = randomBytes(5 * partBytes + 1);
  const id = newId();
  const hash = createHash('sha256');
  await content.write(noHandle, id, fileOf(bytes), (piece) => void hash.update(piece));
  assert.deepEqual(parts.toSorted(), [1, ...Array(5).fill(partBytes)].toSorted());
  assert.ok(most > 1 && most <= 3, `${most} parts at the same time`);
  assert.equal(hash.digest('hex'), createHash('sha256').update(bytes).digest('hex'));
  assert.equal(await content.sizeOf(id), bytes.length);
  assert.ok(Buffer.from(await content.read(id, bytes.length)).equals(bytes));

  most = 0;
  const ids = Array.from({ length: 4 }, () => newId());
  const source = fileOf(bytes.subarray(0, 3 * partBytes));
  await Promise.all(ids.map((each) => content.write(noHandle, each, source, noListener)));
  assert.ok(most <= partsAtOnce, `${most} parts of all uploads at the same time`);
});

for (const size of [0, 1, partBytes - 1, partBytes, partBytes + 1])
  test(`a file of ${size} bytes is the same when it is read`, { skip }, async () => {
    const content = openContent();
    const bytes = randomBytes(size);
    for (const source of [{ bytes }, fileOf(bytes)]) {
      const id = newId();
      let seen = 0;
      await content.write(noHandle, id, source, (piece) => {
        seen += piece.length;
      });
      assert.equal(seen, size);
      assert.ok(Buffer.from(await content.read(id, size)).equals(bytes));
      await content.remove([id]);
      assert.equal(await content.sizeOf(id), undefined);
    }
  });

test('a part that cannot be sent fails the file, and leaves no object and no upload', { skip }, async () => {
  let attempts = 0;
  const content = openContent(async (request, send) => {
    if (request.url.searchParams.get('partNumber') !== '2' || request.method !== 'PUT') return send();
    attempts += 1;
    throw new EgressError('unreachable', 'storage.test closed the connection');
  });
  const id = newId();
  const bytes = randomBytes(3 * partBytes);
  await assert.rejects(content.write(noHandle, id, { bytes }, noListener), {
    name: 'AppError',
    kind: 'unavailable',
    retryAfterSeconds: 10,
  });
  assert.equal(attempts, 3, 'it is repeated twice');
  assert.equal(await content.sizeOf(id), undefined);
  assert.deepEqual((await content.bucket.listUploads('')).uploads, []);
});

test('an upload whose last answer is lost is complete', { skip }, async () => {
  let isLost = false;
  const content = openContent(async (request, send) => {
    const response = await send();
    if (request.method !== 'POST' || !request.url.searchParams.has('uploadId') || isLost) return response;
    await response.text();
    isLost = true;
    throw new EgressError('unreachable', 'storage.test closed the connection');
  });
  const id = newId();
  const bytes = randomBytes(partBytes + 1);
  await content.write(noHandle, id, { bytes }, noListener);
  assert.ok(isLost);
  assert.ok(Buffer.from(await content.read(id, bytes.length)).equals(bytes));
});

/** The response breaks after its first piece. */
const broken = (response: SafeResponse): SafeResponse => ({
  ...response,
  body: (async function* () {
    for await (const piece of response.body) {
      yield piece;
      throw new EgressError('unreachable', 'storage.test closed the connection');
    }
  })(),
});

test('a download that breaks off continues at the same byte, and ends if nothing arrives', {
  skip,
}, async () => {
  let breaks = 2;
  const content = openContent(async (request, send) => {
    if (request.method !== 'GET' || breaks === 0) return send();
    breaks -= 1;
    return broken(await send());
  });
  const id = newId();
  const bytes = randomBytes(1_000_000);
  await content.write(noHandle, id, { bytes }, noListener);
  const pieces = await Array.fromAsync(content.pieces(id, 10, bytes.length - 10), (piece) =>
    Buffer.from(piece),
  );
  assert.ok(Buffer.concat(pieces).equals(bytes.subarray(10, -9)));
  assert.equal(breaks, 0);

  const silent = openContent(async (request, send) => {
    if (request.method !== 'GET') return send();
    await (await send()).discard();
    throw new EgressError('timeout', 'storage.test did not answer in time');
  });
  await assert.rejects(silent.read(id, bytes.length), { kind: 'unavailable' });
});

test('an object that is shorter than its row says is an error, not a short file', { skip }, async () => {
  const content = openContent();
  const id = newId();
  await content.write(noHandle, id, { bytes: Buffer.from('short') }, noListener);
  await assert.rejects(content.read(id, 10), { failure: 'damaged' });
  await assert.rejects(content.read(newId(), 10), { failure: 'missing' });
});

test('only keys of the prefix with an ID are ours', { skip }, () => {
  const { idOf } = openContent();
  const id = newId();
  assert.equal(idOf(`of content/${id}`), id);
  for (const key of [id, `of content/${id}x`, `of content/x/${id}`, 'of content/frontdesk-installation'])
    assert.equal(idOf(key), undefined, key);
});
