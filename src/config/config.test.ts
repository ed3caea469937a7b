import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { loadConfig } from './config.ts';
import { ConfigError } from './config-error.ts';
import { readSettings } from './read-settings.ts';
import { Settings, settingList } from './settings-schema.ts';

const none = 'no-such-file.yaml';

const file = (content: string): string => {
  const path = join(mkdtempSync(join(tmpdir(), 'frontdesk-config-')), 'frontdesk.yaml');
  writeFileSync(path, content);
  return path;
};

test('without any setting the service listens on loopback and keeps its data in ./data', () => {
  const config = loadConfig({}, none);
  assert.equal(config.host, '127.0.0.1');
  assert.equal(config.port, 8787);
  assert.equal(config.dataDir, './data');
  assert.equal(config.databaseUrl, undefined);
  assert.deepEqual(config.egressAllow, []);
});

test('the environment wins over frontdesk.yaml, which wins over defaults', () => {
  const path = file(
    'port: 9000\nhost: 127.0.0.2\nmodel:\n  baseUrl: http://localhost:11434/v1\n  name: small\n',
  );
  const config = loadConfig({ PORT: '9001' }, path);
  assert.equal(config.port, 9001);
  assert.equal(config.host, '127.0.0.2');
  assert.deepEqual(config.model, { baseUrl: 'http://localhost:11434/v1', apiKey: undefined, name: 'small' });
});

test('an empty variable counts as not set', () => {
  assert.equal(loadConfig({ PORT: '', DATABASE_URL: '' }, none).port, 8787);
});

test('hosts and networks may be allowed as a comma list or a YAML list', () => {
  assert.deepEqual(loadConfig({ FRONTDESK_EGRESS_ALLOW: '127.0.0.1, 10.0.0.0/8' }, none).egressAllow, [
    '127.0.0.1',
    '10.0.0.0/8',
  ]);
  assert.deepEqual(loadConfig({}, file('egressAllow:\n  - 127.0.0.1\n')).egressAllow, ['127.0.0.1']);
});

test('proxies are trusted by address or range, and by default none is', () => {
  assert.deepEqual(loadConfig({}, none).trustedProxies, []);
  const given = { FRONTDESK_TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8, ::1' };
  assert.deepEqual(loadConfig(given, none).trustedProxies, ['127.0.0.1', '10.0.0.0/8', '::1']);
});

for (const [name, environment, yaml, expected] of [
  ['a proxy by name', { FRONTDESK_TRUSTED_PROXIES: 'proxy' }, '', /TRUSTED_PROXIES: proxy is not an IP/],
  ['an unknown variable', { FRONTDESK_PROT: '1' }, '', /FRONTDESK_PROT is not a setting/],
  ['an unknown key in the file', {}, 'prot: 1\n', /prot in .* is not a setting/],
  ['a port that is not a number', { PORT: 'http' }, '', /PORT must be a whole number from 0 to 65535/],
  ['a port out of range', { PORT: '70000' }, '', /PORT must be a whole number/],
  [
    'a database that is not PostgreSQL',
    { DATABASE_URL: 'mysql://x/y' },
    '',
    /DATABASE_URL must be a URL starting with postgres/,
  ],
  [
    'a model server without a name',
    { FRONTDESK_MODEL_BASE_URL: 'http://x/v1' },
    '',
    /FRONTDESK_MODEL_NAME is required/,
  ],
  [
    'a model name without a server',
    { FRONTDESK_MODEL_NAME: 'm' },
    '',
    /FRONTDESK_MODEL_BASE_URL is required/,
  ],
  [
    'a speech model without a server',
    { FRONTDESK_SPEECH_TRANSCRIPTION_NAME: 'm' },
    '',
    /FRONTDESK_SPEECH_BASE_URL is required/,
  ],
  [
    'a speech server without a model',
    { FRONTDESK_SPEECH_BASE_URL: 'http://x/v1' },
    '',
    /FRONTDESK_SPEECH_TRANSCRIPTION_NAME or FRONTDESK_SPEECH_SYNTHESIS_NAME is required/,
  ],
  [
    'speech languages that are not language tags',
    {
      FRONTDESK_SPEECH_BASE_URL: 'http://x/v1',
      FRONTDESK_SPEECH_TRANSCRIPTION_NAME: 'm',
      FRONTDESK_SPEECH_TRANSCRIPTION_LANGUAGES: 'en,klingon language',
    },
    '',
    /FRONTDESK_SPEECH_TRANSCRIPTION_LANGUAGES: klingon language is not a BCP 47 language tag/,
  ],
  [
    'speech languages without a model',
    {
      FRONTDESK_SPEECH_BASE_URL: 'http://x/v1',
      FRONTDESK_SPEECH_SYNTHESIS_NAME: 'm',
      FRONTDESK_SPEECH_TRANSCRIPTION_LANGUAGES: 'en',
    },
    '',
    /FRONTDESK_SPEECH_TRANSCRIPTION_NAME is required if FRONTDESK_SPEECH_TRANSCRIPTION_LANGUAGES is set/,
  ],
  [
    'a short operator token',
    { FRONTDESK_ADMIN_TOKEN: 'short' },
    '',
    /FRONTDESK_ADMIN_TOKEN must be at least 16/,
  ],
  ['an invalid network', { FRONTDESK_EGRESS_ALLOW: '10.0.0.0/99' }, '', /FRONTDESK_EGRESS_ALLOW/],
  ['a relative source folder', { FRONTDESK_SOURCE_FOLDERS: 'docs' }, '', /docs must be an absolute path/],
  [
    'a source folder that contains the data folder',
    { FRONTDESK_SOURCE_FOLDERS: '/srv/docs, /srv', FRONTDESK_DATA_DIR: '/srv/data' },
    '',
    /FRONTDESK_SOURCE_FOLDERS: \/srv must not contain the data folder/,
  ],
  [
    'a source folder in the data folder',
    { FRONTDESK_SOURCE_FOLDERS: '/srv/data/files', FRONTDESK_DATA_DIR: '/srv/data' },
    '',
    /must not contain the data folder \/srv\/data or be in it/,
  ],
  ['an unknown log level', { FRONTDESK_LOG_LEVEL: 'loud' }, '', /FRONTDESK_LOG_LEVEL must be one of/],
  ['an invalid fault', { FAULT: 'everything' }, '', /^FAULT must be point@n/],
  ['a file that is not YAML', {}, 'port: [1', /is not valid YAML/],
  ['a named file that does not exist', { FRONTDESK_CONFIG: '/nowhere.yaml' }, '', /does not exist/],
] as const)
  test(`${name} stops the start with one line that names it`, () => {
    assert.throws(
      () => loadConfig(environment, yaml ? file(yaml) : none),
      (error: unknown) =>
        error instanceof ConfigError && expected.test(error.message) && !error.message.includes('\n'),
    );
  });

test('rerankers have the names of the contract and are set in the file or by variables', () => {
  const path = file('rerankers:\n  BGE-Rerank:\n    url: http://localhost:8080\n    model: bge\n');
  const config = loadConfig({ FRONTDESK_RERANK_JINA_COLBERT_URL: 'https://rerank.example/v1' }, path);
  assert.deepEqual(config.rerankers, {
    'BGE-Rerank': { url: 'http://localhost:8080', apiKey: undefined, model: 'bge' },
    'Jina-colbert-v2': { url: 'https://rerank.example/v1', apiKey: undefined, model: undefined },
  });
  assert.throws(() => loadConfig({ FRONTDESK_RERANK_BCE_API_KEY: 'k' }, none), /FRONTDESK_RERANK_BCE_URL/);
  const local = { FRONTDESK_RERANK_BCE_FOLDER: './models/bce' };
  assert.deepEqual(loadConfig(local, none).rerankers, {
    'BCE-Rerank': { folder: './models/bce', settingName: 'FRONTDESK_RERANK_BCE_FOLDER' },
  });
  assert.throws(
    () => loadConfig({ ...local, FRONTDESK_RERANK_BCE_URL: 'http://localhost:1' }, none),
    /FRONTDESK_RERANK_BCE_FOLDER and FRONTDESK_RERANK_BCE_URL/,
  );
});

test('no two settings share a variable, and all defaults are valid', () => {
  const variables = settingList.map(({ schema }) => schema.env);
  assert.ok(variables.every((name) => /^[A-Z][A-Z0-9_]+$/.test(name)));
  assert.equal(new Set(variables).size, variables.length);
  assert.ok(Value.Check(Settings, readSettings({}, undefined)));
});

test('every setting is read from its variable and from its key, with the same result', () => {
  for (const { key, schema } of settingList) {
    const example =
      schema.enum?.at(-1) ??
      (schema.schemes ? `${schema.schemes[0]}//host/x` : (schema.maximum ?? 'sixteen-or-longer-text'));
    const names = key.split('.').map((name, depth) => `${'  '.repeat(depth)}${name}:`);
    const fromFile = readSettings({}, file(`${names.join('\n')} ${example}\n`));
    assert.deepEqual(readSettings({ [schema.env]: String(example) }, undefined), fromFile, key);
    assert.ok(Value.Check(Settings, fromFile), key);
    assert.notDeepEqual(fromFile, readSettings({}, undefined), key);
  }
});

test('origins for CORS are normalized, and a wrong one is refused with the correct form', () => {
  const read = (origins: string) => loadConfig({ FRONTDESK_CORS_ORIGINS: origins }, none).corsOrigins;
  assert.deepEqual(read('https://Shop.example:443, https://*.shop.example, http://[::1]:3000, *'), [
    'https://shop.example',
    'https://*.shop.example',
    'http://[::1]:3000',
    '*',
  ]);
  for (const [wrong, suggested] of [
    ['shop.example', 'https://shop.example'],
    ['https://shop.example/', 'https://shop.example'],
    ['https://*', 'https://shop.example'],
  ] as const)
    assert.throws(
      () => read(wrong),
      (error: Error) =>
        error instanceof ConfigError &&
        error.message.includes(`FRONTDESK_CORS_ORIGINS: ${wrong} `) &&
        error.message.includes(suggested),
    );
});
