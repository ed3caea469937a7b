import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { encodeKey, encodeQuery, signRequest } from './sign-request.ts';

/** Requests and signatures of the reference "Signature Calculations for the Authorization Header" of Amazon S3. */
const key = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const nowMs = Date.UTC(2013, 4, 24);
const host = 'https://examplebucket.s3.amazonaws.com';

const published: [name: string, url: string, headers: Record<string, string>, signature: string][] = [
  [
    'an object',
    `${host}/test.txt`,
    { range: 'bytes=0-9' },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'a parameter without a value',
    `${host}/?lifecycle=`,
    {},
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'a listing',
    `${host}/?${encodeQuery({ prefix: 'J', 'max-keys': '2' })}`,
    {},
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
];

for (const [name, url, headers, signature] of published)
  test(`the signature of ${name} is the published one`, () => {
    const signed = signRequest({ method: 'GET', url: new URL(url), headers }, key, nowMs);
    assert.equal(signed['x-amz-date'], '20130524T000000Z');
    assert.equal(signed.authorization?.split('Signature=')[1], signature);
  });

test('keys and parameters are encoded so that a URL does not change them', () => {
  const path = encodeKey("docs/ä b+c(1)!'*.md");
  assert.equal(path, 'docs/%C3%A4%20b%2Bc%281%29%21%27%2A.md');
  assert.equal(
    new URL(`${host}/${path}?${encodeQuery({ prefix: "a/b c'" })}`).href.endsWith('?prefix=a%2Fb%20c%27'),
    true,
  );
});

test('the signature of an upload covers the hash of its body', () => {
  const bodySha256 = createHash('sha256').update('Welcome to Amazon S3.').digest('hex');
  const headers = {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
  };
  const url = new URL(`${host}/${encodeKey('test$file.text')}`);
  const signed = signRequest({ method: 'PUT', url, headers, bodySha256 }, key, nowMs);
  assert.equal(
    signed.authorization?.split('Signature=')[1],
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  );
});
