import assert from 'node:assert/strict';
import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
/** Ignored files, and git's own folder. */
const ignored = [
  '**/node_modules/**',
  '**/.git/**',
  'data/**',
  '**/dist/**',
  '**/*.log',
  '.cache/**',
  'coverage/**',
];

/** A folder at the root of a machine. Written in pieces, so that this file does not match. */
const machinePath = new RegExp(`(?<![\\w.-])/(?:${['work', 'root'].join('|')})/`);

function findHosts(lock: string): string[] {
  const { packages } = JSON.parse(lock) as { packages: Record<string, { resolved?: string }> };
  const addresses = Object.values(packages).flatMap(({ resolved }) => resolved ?? []);
  const hosts = addresses
    .filter((address) => /^\w+(\+\w+)?:/.test(address))
    .map((address) => new URL(address).host);
  return [...new Set(hosts)];
}

test('package-lock.json names no host but the public registry', () => {
  const hosts = findHosts(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  assert.deepEqual(
    hosts.filter((host) => host !== 'registry.npmjs.org'),
    [],
  );
});

test('a private host in a lock file would be found', () => {
  const lock = {
    packages: { a: { resolved: 'https://npm.example.net/a.tgz' }, b: {}, c: { resolved: 'c' } },
  };
  assert.deepEqual(findHosts(JSON.stringify(lock)), ['npm.example.net']);
});

/** Optional packages without an entry: `npm ci` rejects such a lock file on every platform. */
function findMissingOptional(lock: string): string[] {
  const { packages } = JSON.parse(lock) as {
    packages: Record<string, { optionalDependencies?: Record<string, string> }>;
  };
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !(`node_modules/${name}` in packages) && !(`${path}/node_modules/${name}` in packages),
    ),
  );
}

test('package-lock.json has the packages of every platform', () => {
  assert.deepEqual(findMissingOptional(readFileSync(join(root, 'package-lock.json'), 'utf8')), []);
});

test('a package of another platform that is missing from a lock file would be found', () => {
  const lock = {
    packages: {
      'node_modules/a': { optionalDependencies: { 'a-linux': '1', 'a-mac': '1', 'a-old': '1' } },
      'node_modules/a-linux': {},
      'node_modules/a/node_modules/a-old': {},
    },
  };
  assert.deepEqual(findMissingOptional(JSON.stringify(lock)), ['a-mac']);
});

test('no file of the repository contains a path of the machine it was written on', () => {
  const files = [
    ...globSync('**/*', { cwd: root, exclude: ignored }),
    ...globSync('.*', { cwd: root }),
    '.ci/run',
  ];
  const texts = files
    .map((path) => join(root, path))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile())
    .map((path) => ({ path, text: readFileSync(path, 'latin1') }))
    .filter(({ text }) => !text.includes('\0'));
  assert.ok(texts.length > 10);
  assert.deepEqual(
    texts.filter(({ text }) => machinePath.test(text)).map(({ path }) => path.slice(root.length + 1)),
    [],
  );
});

test('a path that only contains the same word is not a machine path', () => {
  const folder = 'work';
  for (const text of [`see /${folder}/x`, `"/${folder}/x"`, `file:///${folder}/x`])
    assert.match(text, machinePath);
  for (const text of ['frame/work/x', './work/x', 'https://a.example/work/x']) {
    assert.doesNotMatch(text, machinePath);
  }
});
