import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { DatabaseKind } from '../../../src/db/index.ts';
import { agentIdOf, openChannels } from '../channels/visitor.ts';
import { addPerson, operatorOf } from '../console/operator.ts';
import { inboxSettings } from '../handoff/with-inbox.ts';
import { createScriptedModel, type ScriptedModel } from '../models/scripted-model.ts';
import { type TestService, withService } from '../service/service.ts';
import { chatIn } from './chat-page.ts';
import { shareBrowser } from './launch-browser.ts';
import { createPageWatch } from './page-watch.ts';
import { startSite } from './site.ts';
import { openWatchedPage } from './watched-page.ts';

export interface InboxOperator {
  name: string;
  page: Page;
  /** The messages of the open conversation. */
  messages: ReturnType<Page['getByRole']>;
  box: ReturnType<Page['getByRole']>;
}

export interface InboxPages {
  /** Address of the service. */
  url: string;
  service: TestService;
  requests: ScriptedModel['requests'];
  /** Calls of the management API, relative to the workspace. */
  call(method: 'GET' | 'POST', path: string): ReturnType<TestService['call']>;
  anna: InboxOperator;
  ben: InboxOperator;
  /** The chat of the user, in the widget of a shop's page. */
  chat: ReturnType<typeof chatIn>;
  /** The page of the shop. */
  shop: Page;
}

const patienceMs = 60_000;

const inbox = { assignment: 'manual' as const, maxOpenPerPerson: 5, survey: true, hours: null };

/** Two operators with the inbox open in their browsers, and a user with the widget of a shop's page. */
export const withInboxPages = (
  kind: DatabaseKind,
  work: (pages: InboxPages) => Promise<void>,
): Promise<void> => {
  const script = createScriptedModel();
  return withService(kind, script, async (service) => {
    const browser = await shareBrowser();
    const site = await startSite();
    const url = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
    const ends: (() => Promise<void>)[] = [];
    try {
      await openChannels(service);
      await service.configure({ allowedOrigins: [site.origin], humanService: { ...inboxSettings, inbox } });
      const { workspace, call } = await operatorOf(service);
      const open = async (name: string): Promise<InboxOperator> => {
        const credentials = { email: `${name.toLowerCase()}@example.com`, password: `password of ${name}` };
        await addPerson(service, { workspace, role: 'support', ...credentials, name });
        const context = await browser.newContext({
          viewport: { width: 1280, height: 800 },
          reducedMotion: 'reduce',
          locale: 'en-US',
        });
        const signedIn = await context.request.post(`${url}/console/api/session`, { data: credentials });
        assert.equal(signedIn.status(), 200);
        await context.addInitScript("if (location.host) localStorage.setItem('frontdesk.signed-in', '1')");
        const page = await context.newPage();
        page.setDefaultTimeout(patienceMs);
        const watch = createPageWatch(page, url);
        ends.push(async () => {
          await context.close();
          watch.check();
        });
        await page.goto(`${url}/console/w/${workspace.split('/').at(-1)}/inbox`);
        await page.getByText('Nobody is waiting').waitFor();
        return {
          name,
          page,
          messages: page.getByRole('region', { name: 'Messages' }),
          box: page.getByRole('textbox', { name: 'Reply' }),
        };
      };
      const anna = await open('Anna');
      const ben = await open('Ben');
      const agentId = await agentIdOf(service);
      const tag = `<h1>A shop</h1><script src="${url}/widget.js" data-agent="${agentId}"></script>`;
      const { page: shop, assertCalm } = await openWatchedPage(browser);
      ends.push(assertCalm);
      await shop.goto(site.put('/shop', tag));
      await shop.getByRole('button', { name: 'Open chat' }).click();
      const chat = chatIn(shop.frameLocator('iframe'));
      await chat.message.waitFor();
      await work({
        url,
        service,
        requests: script.requests,
        call: (method, path) => call(method, workspace + path),
        anna,
        ben,
        chat,
        shop,
      });
      while (ends.length > 0) await ends.pop()!();
    } finally {
      for (const end of ends) await end().catch(() => {});
      site.close();
    }
  });
};
