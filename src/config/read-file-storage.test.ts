import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from './index.ts';

const keys = { FRONTDESK_FILES_ACCESS_KEY_ID: 'id', FRONTDESK_FILES_SECRET_ACCESS_KEY: 'secret' };
const read = (url: string) => loadConfig({ FRONTDESK_FILES: url, ...keys }, 'none.yaml').files;

test('without the setting, files are beside the database', () => {
  assert.equal(loadConfig({}, 'none.yaml').files, undefined);
});

test('a bucket of Amazon S3 needs a region and is addressed by its host name', () => {
  assert.deepEqual(read('s3://my-bucket?region=eu-central-1'), {
    bucket: 'my-bucket',
    prefix: '',
    endpoint: 'https://s3.eu-central-1.amazonaws.com',
    region: 'eu-central-1',
    isPathStyle: false,
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
  });
});

test('a bucket of another storage is addressed by its path, with a prefix of any characters', () => {
  const files = read('s3://files/team%20a/ä%2B%23/?endpoint=http://127.0.0.1:9000/');
  assert.deepEqual(
    [files?.prefix, files?.endpoint, files?.region, files?.isPathStyle],
    ['team a/ä+#/', 'http://127.0.0.1:9000', 'us-east-1', true],
  );
  assert.equal(read('s3://files?endpoint=https://x.example&pathStyle=false')?.isPathStyle, false);
});

const wrong: [url: string, message: RegExp][] = [
  ['https://files', /FRONTDESK_FILES must be a URL starting with s3:\/\//],
  ['s3://files', /needs a region/],
  ['s3://Files?region=x', /must name a bucket of 3 to 63 lower-case/],
  ['s3://a?region=x', /must name a bucket/],
  ['s3://localhost:9000/files?region=x', /A host and port belong in "endpoint"/],
  ['s3:///files?region=x', /must name a bucket/],
  ['s3://id:secret@files?region=x', /must not contain credentials/],
  ['s3://files?region=x&acl=public', /unknown parameter acl/],
  ['s3://files?region=X', /region of lower-case/],
  ['s3://files?endpoint=ftp://x', /endpoint that starts with http/],
  ['s3://files?endpoint=https://x/path', /endpoint of scheme, host and port only/],
  ['s3://files?endpoint=https://u:p@x', /endpoint of scheme, host and port only/],
  ['s3://files?endpoint=https://x&pathStyle=yes', /pathStyle true or false/],
  ['s3://files/a//b?region=x', /prefix without empty parts/],
  ['s3://files/a%2F..%2Fb?region=x', /prefix without empty parts/],
  ['s3://files/a%00b?region=x', /control characters/],
  ['s3://files/%E4?region=x', /not valid percent encoding/],
  [`s3://files/${'a'.repeat(513)}?region=x`, /prefix of at most 512 bytes/],
];

for (const [url, message] of wrong)
  test(`refused with the rule: ${url.slice(0, 60)}`, () => {
    assert.throws(() => read(url), { name: 'ConfigError', message });
  });

test('the key and the URL belong together', () => {
  assert.throws(() => loadConfig({ FRONTDESK_FILES: 's3://files?region=x' }, 'none.yaml'), {
    message: /FRONTDESK_FILES_ACCESS_KEY_ID and FRONTDESK_FILES_SECRET_ACCESS_KEY are required/,
  });
  assert.throws(() => loadConfig(keys, 'none.yaml'), { message: /FRONTDESK_FILES is required/ });
});
