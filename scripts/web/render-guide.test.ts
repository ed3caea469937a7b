import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { guides } from '../../src/http/docs/guides.ts';
import { renderGuide } from './render-guide.ts';

test('links lead to other guides, and those to documents of the repository become text', () => {
  const html = renderGuide(
    '[a](idempotency.md) [b](../webhooks.md#events) [c](../operations.md) [d](https://example.com)',
    'docs/guides/streaming.md',
  );
  assert.equal(
    html,
    '<p><a href="/docs/guides/idempotency">a</a> <a href="/docs/guides/webhooks#events">b</a> <span>c</span> <a href="https://example.com">d</a></p>\n',
  );
});

test('HTML and scripts of the source are text, and headings have anchors', () => {
  const html = renderGuide(
    '# Safe retries\n\n<script>alert(1)</script> [x](javascript:alert(1))',
    'docs/a.md',
  );
  assert.match(html, /<h1 id="safe-retries">/);
  assert.ok(!/<script|href="javascript/.test(html));
});

test('every guide has a title and code that can be read', () => {
  for (const { file } of guides) {
    const html = renderGuide(readFileSync(join(import.meta.dirname, '../..', file), 'utf8'), file);
    assert.match(html, /^<h1 id=/, file);
    assert.ok(!html.includes('href="undefined'), file);
  }
});
