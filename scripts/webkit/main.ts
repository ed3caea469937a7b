/**
 * Opens the pages in WebKitGTK (the engine of GNOME Web, close to Safari) and takes screenshots to look at. No test:
 * Debian's WebKitGTK has no driver that the browser tests could use.
 *
 *   npm run look:webkit                 writes to frontdesk-webkit in the folder for temporary files
 *   npm run look:webkit -- /tmp/folder  writes to another folder
 *
 * Needs Debian's packages libwebkit2gtk-4.1-0, webkit2gtk-driver and xvfb, and says which programs are missing.
 */
import { globSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startSite } from '../../test/support/browser/site.ts';
import { agentIdOf, openChannels } from '../../test/support/channels/visitor.ts';
import { createScriptedModel } from '../../test/support/models/scripted-model.ts';
import { testOperatorToken, withService } from '../../test/support/service/service.ts';
import { findOnPath } from '../testing/find-on-path.ts';
import { type WebkitPage, type WebkitPrograms, withWebkit } from './web-driver.ts';

const folder = resolve(process.argv[2] ?? join(tmpdir(), 'frontdesk-webkit'));

const reply = `The shop is open **today**.

| Day | Opens | Closes |
| --- | --- | --- |
| Monday | 9:00 | 18:00 |
| Saturday | 10:00 | 14:00 |

\`\`\`js
const order = await fetch('https://shop.example.com/api/orders/2026/latest?expand=lines,customer,shipping');
\`\`\`

The area is $$A = \\pi r^2$$ and $\\sqrt{2}$.`;

const findPrograms = (): { found: Partial<WebkitPrograms>; missing: string[] } => {
  const path = process.env.PATH ?? '';
  const found = {
    browser: globSync('/usr/lib/*/webkit2gtk-4.[01]/MiniBrowser').at(-1),
    driver: findOnPath(['WebKitWebDriver'], path),
    display: findOnPath(['Xvfb'], path),
  };
  const packages = { browser: 'libwebkit2gtk-4.1-0', driver: 'webkit2gtk-driver', display: 'xvfb' } as const;
  const names = Object.keys(packages) as (keyof typeof packages)[];
  return { found, missing: names.filter((name) => found[name] === undefined).map((name) => packages[name]) };
};

const sizes = [
  ['desktop', 1440, 900],
  ['phone', 390, 844],
] as const;

/** The browser paints a new size late, and says nothing about it. */
const paintMs = 1500;

const takeScreenshots = async (page: WebkitPage, name: string): Promise<void> => {
  for (const [size, width, height] of sizes) {
    await page.resize(width, height);
    await sleep(paintMs);
    await page.takeScreenshot(join(folder, `${name}-${size}.png`));
  }
  await page.resize(sizes[0][1], sizes[0][2]);
};

const lookAtShare = async (page: WebkitPage, url: string): Promise<void> => {
  await page.open(url);
  await page.waitFor('document.querySelector("textarea")');
  await takeScreenshots(page, 'share-start');
  await page.type('textarea', 'When are you open?\n');
  await page.waitFor('document.querySelector(".entry-assistant table") && document.querySelector("math")');
  await takeScreenshots(page, 'share-answer');
};

const lookAtWidget = async (page: WebkitPage, url: string): Promise<void> => {
  await page.open(url);
  await page.waitFor('document.querySelector("[data-frontdesk]")?.shadowRoot.querySelector("button")');
  await takeScreenshots(page, 'widget-closed');
  await page.run('ChatBot.open()');
  await page.waitFor('document.querySelector("[data-frontdesk]").shadowRoot.querySelector("iframe")');
  await takeScreenshots(page, 'widget-open');
};

const signIn = `globalThis.isSignedIn = false;
  fetch('/console/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-frontdesk-console': '1' },
    body: JSON.stringify({ token: ${JSON.stringify(testOperatorToken)} }),
  }).then(({ ok }) => { localStorage.setItem('frontdesk.signed-in', '1'); isSignedIn = ok; });`;

const lookAtConsole = async (page: WebkitPage, url: string, agent: string): Promise<void> => {
  const open = async (path: string): Promise<void> => {
    await page.open(`${url}/console${path}`);
    await page.waitFor('document.querySelector("h1")');
  };
  await open('');
  await takeScreenshots(page, 'console-sign-in');
  await page.run(signIn);
  await page.waitFor('isSignedIn');
  for (const name of ['settings', 'knowledge', 'try']) {
    await open(`${agent}/${name}`);
    await takeScreenshots(page, `console-${name}`);
  }
};

const look = async (programs: WebkitPrograms): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  const script = createScriptedModel(() => [{ say: reply }]);
  const site = await startSite();
  try {
    await withService('sqlite', script, async (service) => {
      await openChannels(service);
      await service.configure({ allowedOrigins: [site.origin], channels: { greeting: 'Hello!' } });
      const url = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
      const agentId = await agentIdOf(service);
      const { workspace_id: workspaceId } = await service.app.db.query
        .selectFrom('agents')
        .select('workspace_id')
        .executeTakeFirstOrThrow();
      const shop = site.put(
        '/',
        `<h1>A shop</h1><script src="${url}/widget.js" data-agent="${agentId}"></script>`,
      );
      await withWebkit(programs, async (page) => {
        await lookAtShare(page, `${url}/share/${agentId}`);
        await lookAtWidget(page, shop);
        await lookAtConsole(page, url, `/w/${workspaceId}/agents/${agentId}`);
      });
    });
  } finally {
    site.close();
  }
};

const { found, missing } = findPrograms();
if (missing.length > 0) {
  console.log(`NOT RUN: WebKitGTK (missing Debian packages: ${missing.join(', ')})`);
  process.exitCode = 1;
} else {
  await look(found as WebkitPrograms);
  console.log(`Screenshots are in ${folder}`);
}
