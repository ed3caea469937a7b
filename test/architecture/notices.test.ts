import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { noticesPath } from '../../scripts/generated/generated-paths.ts';
import { lesserLibraries, models } from '../../scripts/notices/bundled-works.ts';
import { listPackages } from '../../scripts/notices/list-packages.ts';

const root = join(import.meta.dirname, '../..');
const notices = readFileSync(join(root, noticesPath), 'utf8');
const packages = listPackages(root);

test('the notices name exactly the packages of the lock file, with their licences', () => {
  const headings = notices
    .split('\n')
    .filter((line) => /^(@[\w.-]+\/)?[\w.-]+@\d+\.\d+\.\d+\S* \(.+\)$/.test(line));
  const expected = packages.map(({ name, version, licence }) => `${name}@${version} (${licence})`);
  assert.deepEqual(headings.sort(), [...expected].sort(), 'run "npm run build"');
});

test('the notices contain runtime packages of the service and its pages, but no build and test packages', () => {
  const names = new Set(packages.map(({ name }) => name));
  for (const name of ['fastify', 'sharp', 'react', '@mantine/core', 'preact', 'dompurify'])
    assert.ok(names.has(name), name);
  for (const name of ['typescript', '@biomejs/biome', 'playwright-core', 'vite'])
    assert.ok(!names.has(name), name);
});

test('every model and every LGPL library is listed with an existing package', () => {
  for (const [name, licence, place] of [...models, ...lesserLibraries]) {
    assert.ok(notices.includes(name) && notices.includes(licence) && notices.includes(place), name);
    const packageName = /^(@[\w.-]+\/)?[\w.-]+/.exec(place)![0];
    assert.ok(
      packages.some((one) => one.name.startsWith(packageName)),
      packageName,
    );
  }
  const lesser = packages.filter(({ licence }) => /LGPL/.test(licence));
  const places = lesserLibraries.map(([, , place]) => place).join(' ');
  for (const { name } of lesser)
    assert.ok(name.startsWith('@img/sharp-') || places.includes(name), `${name} is under the LGPL`);
});

test('no package has a licence that would apply to the whole program', () => {
  for (const { name, licence } of packages)
    assert.doesNotMatch(licence, /(^|[^L])GPL|AGPL|SSPL|BUSL|UNLICENSED/, name);
});

test('the notices are in the image, beside the licence', () => {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  assert.match(dockerfile, /^COPY .* LICENSE /m);
  assert.match(dockerfile, /^COPY --from=build \/app\/dist \.\/dist$/m);
  assert.ok(existsSync(join(root, 'LICENSE')));
});
