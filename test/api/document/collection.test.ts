import assert from 'node:assert/strict';
import { test } from 'node:test';
import { developerReference } from '../../../src/http/reference/index.ts';
import { withService } from '../../support/service/service.ts';

interface Item {
  name: string;
  request: {
    method: string;
    header: { key: string; value: string }[];
    url: { raw: string; host: string[]; path: string[]; query: { key: string; disabled: boolean }[] };
    body?: { mode: string; raw: string };
  };
  response: { name: string; code: number; body: string; originalRequest: Item['request'] }[];
}

test('the collection has every operation with its examples, and variables for the base URL and the key', () =>
  withService('sqlite', {}, async ({ call }) => {
    const { body: collection, headers } = await call('GET', '/docs/collection.json', undefined, {
      key: null,
    });
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.equal(
      collection.info.schema,
      'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    );
    assert.deepEqual(
      collection.variable.map(({ key }: { key: string }) => key),
      ['baseUrl', 'apiKey'],
    );
    assert.deepEqual(collection.auth.bearer[0], { key: 'token', value: '{{apiKey}}', type: 'string' });
    const { body: document } = await call('GET', '/openapi.json');
    const items: Item[] = collection.item.flatMap((folder: { item: Item[] }) => folder.item);
    const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods as object).map(([method, operation]) => ({ path, method, operation })),
    );
    assert.equal(items.length, documented.length);
    for (const { path, method, operation } of documented) {
      const item = items.find(({ name }) => name === operation.summary);
      assert.ok(item, operation.summary);
      const { request, response } = item;
      assert.equal(request.method, method.toUpperCase());
      assert.equal(request.url.raw.split('?')[0], `{{baseUrl}}${path}`);
      assert.equal(`/${request.url.path.join('/')}`, path);
      const { examples } = developerReference.operations[operation.operationId]!;
      assert.equal(response.length, Object.keys(examples).length, operation.operationId);
      const [first] = Object.values(examples);
      if (first!.body !== undefined) assert.deepEqual(JSON.parse(request.body!.raw), first!.body);
      assert.ok(response.every(({ body, code }) => code === 200 && body !== ''));
    }
    assert.doesNotMatch(JSON.stringify(collection), /undefined|\[object/);
  }));
