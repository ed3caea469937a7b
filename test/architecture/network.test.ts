import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import packageDescription from '../../package.json' with { type: 'json' };
import {
  connectingDependencies,
  findNetworkFault,
  localDependencies,
  networkImports,
  networkUsers,
} from './network-rules.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.{ts,mjs}', { cwd: root })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

test('outgoing connections go through safe-fetch, or the exception has a reason', () => {
  assert.ok(sources.length > 0);
  assert.deepEqual(
    sources.flatMap(({ path, text }) => findNetworkFault(path, text) ?? []),
    [],
  );
});

test('every exception is needed', () => {
  for (const user of Object.keys(networkUsers))
    assert.ok(
      sources.some(({ path, text }) => path.startsWith(user) && networkImports(text).length > 0),
      `${user} imports nothing that connects`,
    );
});

test('every dependency is listed as connecting or not', () => {
  assert.deepEqual(
    [...connectingDependencies, ...localDependencies].sort(),
    Object.keys(packageDescription.dependencies).sort(),
    'list each dependency once in test/architecture/network-rules.ts',
  );
});

test('every form of a connecting import is found', () => {
  for (const line of [
    "import { request } from 'node:https';",
    "import http from 'http';",
    "import { isIP, connect } from 'node:net';",
    "import 'undici';",
    "export * from 'node:tls';",
    "const { Client } = await import('pg');",
    "const client = await import('@modelcontextprotocol/sdk/client/index.js');",
    "const net = process.getBuiltinModule('net');",
  ])
    assert.match(findNetworkFault('src/runtime/send.ts', line) ?? '', /use src\/lib\/safe-fetch/, line);
});

test('types, status names and address checks do not count as connections', () => {
  for (const line of [
    "import type { Socket } from 'node:net';",
    "import { STATUS_CODES, type Server } from 'node:http';",
    "import { isIP } from 'node:net';",
    "import pgvector from 'pgvector';",
    "// import 'undici';",
  ])
    assert.equal(findNetworkFault('src/runtime/send.ts', line), undefined, line);
});
