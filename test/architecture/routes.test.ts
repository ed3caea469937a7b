import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { addsUndeclaredRoute, writesAuditItself } from './route-rules.ts';

const root = join(import.meta.dirname, '../..');
const sources = globSync('src/**/*.ts', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));
const pathsOf = (found: typeof sources): string[] => found.map(({ path }) => path);

test('every route is declared by route() and added by addRoutes', () => {
  assert.deepEqual(pathsOf(sources.filter(({ path, text }) => addsUndeclaredRoute(path, text))), []);
  for (const text of [
    "scope.get('/open', {}, async () => '');",
    "server.post<Body>(\n  '/open', handler);",
    'inner\n    .route({ method: "GET" });',
  ])
    assert.ok(addsUndeclaredRoute('src/http/v1/open.ts', text), text);
  assert.ok(!addsUndeclaredRoute('src/http/v1/open.ts', 'const held = slots.get(address);'));
});

test('routes write audit entries only by the function that they are given', () => {
  assert.deepEqual(pathsOf(sources.filter(({ path, text }) => writesAuditItself(path, text))), []);
  assert.ok(writesAuditItself('src/http/console/x.ts', 'await deps.audit.record(tx, entry);'));
});

test('files that declare routes are named -routes.ts', () => {
  const declares = sources.filter(
    ({ path, text }) =>
      path.startsWith('src/http/') && !path.endsWith('.test.ts') && /\broute\(\{/.test(text),
  );
  assert.ok(declares.length > 50);
  const misnamed = declares.filter(({ path }) => !basename(path).endsWith('-routes.ts'));
  assert.deepEqual(pathsOf(misnamed), []);
});

test('src/http/console contains folders of resources and few files', () => {
  const own = globSync('src/http/console/*.ts', { cwd: root }).map((path) => basename(path));
  assert.deepEqual(
    own.filter((name) => name.endsWith('-routes.ts')),
    ['console-routes.ts'],
  );
});
