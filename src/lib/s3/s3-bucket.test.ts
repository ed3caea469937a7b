import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { skipWithout } from '../../../test/support/runner/test-groups.ts';
import {
  type ObjectStorage,
  startObjectStorage,
  storageKey,
} from '../../../test/support/servers/object-storage.ts';
import { systemClock } from '../clock.ts';
import { createSafeFetch } from '../safe-fetch/index.ts';
import { createS3Bucket, type S3BucketSettings, type S3Call } from './s3-bucket.ts';

const skip = skipWithout('object-storage');

const withBucket = async (
  work: (tools: {
    storage: ObjectStorage;
    open(change?: Partial<S3BucketSettings>): ReturnType<typeof createS3Bucket>;
    calls: S3Call[];
  }) => Promise<void>,
): Promise<void> => {
  const storage = await startObjectStorage();
  const fetch = createSafeFetch({ allow: [] });
  const calls: S3Call[] = [];
  try {
    await work({
      storage,
      calls,
      open: (change = {}) =>
        createS3Bucket({
          fetch,
          clock: systemClock,
          settings: { ...storage.place, credentials: storageKey, ...change },
          onCall: (call) => calls.push(call),
        }),
    });
  } finally {
    await fetch.close();
    await storage.close();
  }
};

const bodyOf = (bytes: Uint8Array) => ({ bytes, sha256: createHash('sha256').update(bytes).digest('hex') });
const collect = async (pieces: AsyncIterable<Uint8Array>): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(pieces));

test('objects are stored, read in part, listed and removed, whatever their names contain', { skip }, () =>
  withBucket(async ({ open, calls }) => {
    const bucket = open();
    const bytes = randomBytes(100_000);
    const keys = ['plain', 'a b/ä+(1)\'!*&=?#%20"<>.bin', `${'long'.repeat(100)}/漢字`];
    for (const key of keys) {
      await bucket.put(key, bodyOf(bytes));
      assert.equal(await bucket.size(key), bytes.length);
      assert.deepEqual(await collect(bucket.get(key, 0, bytes.length - 1)), bytes);
      assert.deepEqual(await collect(bucket.get(key, 1000, 1000)), bytes.subarray(1000, 1001));
      assert.deepEqual(await collect(bucket.get(key, 99_990, 99_999)), bytes.subarray(99_990));
    }
    const { objects, nextToken } = await bucket.list('');
    assert.deepEqual(objects.map(({ key }) => key).toSorted(), keys.toSorted());
    assert.equal(nextToken, undefined);
    assert.deepEqual((await bucket.list('a b/')).objects.length, 1);
    for (const key of keys) await bucket.remove(key);
    await bucket.remove('never existed');
    assert.equal(await bucket.size(keys[0]!), undefined);
    await assert.rejects(collect(bucket.get(keys[0]!, 0, 9)), { failure: 'missing' });
    const outcomes = new Set(calls.map(({ operation, outcome }) => `${operation} ${outcome}`));
    for (const seen of ['PutObject 200', 'GetObject 206', 'GetObject 404', 'DeleteObject 204'])
      assert.ok(outcomes.has(seen), seen);
  }),
);

test('bytes that do not match their checksum are refused', { skip }, () =>
  withBucket(async ({ open }) => {
    const bucket = open();
    const { sha256 } = bodyOf(Buffer.from('right'));
    await assert.rejects(bucket.put('x', { bytes: Buffer.from('wrong'), sha256 }), { failure: 'refused' });
    assert.equal(await bucket.size('x'), undefined);
  }),
);

test('an upload in parts is complete after its end, and leaves nothing after an abort', { skip }, () =>
  withBucket(async ({ open }) => {
    const bucket = open();
    const parts = [randomBytes(5 * 2 ** 20), randomBytes(1)];
    const uploadId = await bucket.startUpload('big file');
    const etags: string[] = [];
    for (const [at, bytes] of parts.entries())
      etags.push(await bucket.putPart('big file', { uploadId, number: at + 1, ...bodyOf(bytes) }));
    const { uploads } = await bucket.listUploads('big');
    assert.deepEqual(
      uploads.map(({ key, uploadId: id }) => [key, id]),
      [['big file', uploadId]],
    );
    assert.ok(uploads[0]!.startedMs > 0);
    assert.equal(await bucket.size('big file'), undefined);
    await bucket.completeUpload('big file', uploadId, etags);
    assert.deepEqual(await collect(bucket.get('big file', 0, 5 * 2 ** 20)), Buffer.concat(parts));
    const second = await bucket.startUpload('other');
    await bucket.putPart('other', { uploadId: second, number: 1, ...bodyOf(parts[1]!) });
    await bucket.abortUpload('other', second);
    assert.deepEqual((await bucket.listUploads('')).uploads, []);
    assert.equal(await bucket.size('other'), undefined);
  }),
);

test('each refusal says what to change', { skip }, () =>
  withBucket(async ({ open, storage }) => {
    const wrong: [change: Partial<S3BucketSettings>, message: RegExp][] = [
      [{ bucket: 'absent' }, /There is no bucket absent/],
      [{ credentials: { ...storageKey, secretAccessKey: 'wrong' } }, /Check the access key ID/],
      [{ credentials: { ...storageKey, accessKeyId: 'NOBODY' } }, /Check the access key ID/],
      [{ region: 'eu-west-9' }, /The bucket is in the region us-east-1/],
      [{ endpoint: 'http://127.0.0.1:1' }, /127\.0\.0\.1:1 refused the connection/],
    ];
    for (const [change, message] of wrong) await assert.rejects(open(change).list(''), { message });
    await storage.halt();
    await assert.rejects(open().list(''), { failure: 'unreachable' });
    await storage.resume();
    assert.deepEqual((await open().list('')).objects, []);
  }),
);
