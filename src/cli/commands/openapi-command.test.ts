import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { OpenApiDocument } from '../../http/openapi/index.ts';
import { makeOpenApiDocuments } from './openapi-command.ts';

const root = join(import.meta.dirname, '../../..');

const documents = await makeOpenApiDocuments();

test('the committed OpenAPI document matches the code; "npm run openapi" renews it', () => {
  const committed = readFileSync(join(root, 'openapi.json'), 'utf8');
  const content = documents.get('openapi.json')!;
  // Compared as a whole first, because a diff of 100,000 characters is not readable.
  if (committed === content) return;
  assert.deepEqual(JSON.parse(committed).paths, JSON.parse(content).paths);
  assert.fail('openapi.json is out of date');
});

test('every operation has a unique name, a summary and a group with a description', () => {
  for (const [file, content] of documents) {
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
