import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { launchChromium } from '../support/browser/chromium.ts';
import { skipWithout } from '../support/runner/test-groups.ts';

test('the browser opens a page served on loopback and runs its script', {
  skip: skipWithout('chromium'),
}, async (context) => {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end('<h1>您好</h1><script>document.title = String(6 * 7)</script>');
  });
  context.after(() => server.close());
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const browser = await launchChromium();
  context.after(() => browser.close());
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  assert.equal(await page.title(), '42');
  assert.equal(await page.textContent('h1'), '您好');
});
