import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { buildPackage } from '../../../scripts/packages/build-packages.ts';
import { withChannelStage } from '../../support/browser/channel-stage.ts';
import { chatIn } from '../../support/browser/chat-page.ts';
import { skipWithout } from '../../support/runner/test-groups.ts';

const example = join(import.meta.dirname, '../../../examples/widget/shop.html');

test('the buttons of the example send a question and close the chat', { skip: skipWithout('browser') }, () =>
  withChannelStage({}, async (stage) => {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-widget-'));
    await buildPackage('widget', folder);
    const site = createServer((request, response) => {
      const isScript = request.url!.startsWith('/packages/widget/dist/');
      response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html; charset=utf-8');
      response.end(readFileSync(isScript ? join(folder, basename(request.url!)) : example));
    });
    site.listen(0, '127.0.0.1');
    await once(site, 'listening');
    const origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    try {
      await stage.service.configure({ allowedOrigins: [origin] });
      const { page, assertCalm } = await stage.visit(
        `${origin}/?url=${encodeURIComponent(stage.url)}&agent=${stage.agentId}`,
      );
      await page.locator('[data-frontdesk] .bubble').waitFor();
      await page.getByRole('button', { name: 'Ask about this umbrella' }).click();
      await chatIn(page.frameLocator('iframe'))
        .answers.getByText('You said: Is the umbrella in stock?')
        .waitFor();
      await page.getByRole('button', { name: 'Help' }).click();
      await page.getByRole('button', { name: 'Open chat' }).waitFor();
      await assertCalm();
    } finally {
      site.closeAllConnections();
      site.close();
      rmSync(folder, { recursive: true, force: true });
    }
  }),
);
