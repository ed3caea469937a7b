import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OpenApiDocument } from '../../http/openapi/index.ts';
import { makeOpenApiDocuments } from './openapi-command.ts';

const root = join(import.meta.dirname, '../../..');

test('the committed OpenAPI documents match the code; "npm run openapi" renews them', async () => {
  for (const [file, content] of await makeOpenApiDocuments()) {
    const committed = readFileSync(join(root, file), 'utf8');
    // Compared as a whole first, because a diff of 100,000 characters is not readable.
    if (committed === content) continue;
    assert.deepEqual(JSON.parse(committed).paths, JSON.parse(content).paths, file);
    assert.fail(`${file} is out of date`);
  }
});

test('every operation has a unique name, a summary and a group with a description', async () => {
  for (const [file, content] of await makeOpenApiDocuments()) {
    const document = JSON.parse(content) as OpenApiDocument;
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    assert.equal(new Set(ids).size, ids.length, file);
    const groups = document.tags.map(({ name }) => name);
    for (const { operationId, summary, tags } of operations) {
      assert.ok(summary, `${file}: ${operationId} has no summary`);
      assert.ok(groups.includes(tags[0] ?? ''), `${file}: ${operationId} has no described group`);
    }
  }
});
