import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import type { BrowserContext, Page } from 'playwright-core';
import { addPerson } from '../console/operator.ts';
import { isLongRun } from '../runner/is-long-run.ts';
import { testBrowser } from '../runner/test-groups.ts';
import { type TestService, testOperatorToken, withService } from '../service/service.ts';
import { shareBrowser } from './launch-browser.ts';
import { createPageWatch, type PageWatch } from './page-watch.ts';

export interface ConsoleStage {
  service: TestService;
  /** http://127.0.0.1:… */
  origin: string;
  workspaceId: string;
  /** The default agent. */
  agentId: string;
  /** Page of the browser, not signed in at the start. */
  page: Page;
  watch: PageWatch;
  /** Calls of the management API with the operator token, for preparation and checks. */
  call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
  ): ReturnType<TestService['call']>;
  /** Signs in without the form, with the operator token or as an operator. */
  signIn(credentials?: { email: string; password: string }): Promise<void>;
  /** Opens a path below /console. `agent:/keys` belongs to the default agent, `workspace:/audit` to the workspace. */
  open(address: string): Promise<void>;
  /** Goes to another page without reloading the console. The page must have its own heading. */
  go(address: string): Promise<void>;
  /**
   * axe finds nothing serious in this state of the page. Only in long runs, because it takes half of the time of the
   * browser tests. `npm test` checks every page and dialog once, in the walk of languages.test.ts.
   */
  checkAccess(name: string): Promise<void>;
  /** Adds an operator with this role and returns the credentials. */
  addOperator(role: 'owner' | 'editor' | 'viewer' | 'support'): Promise<{ email: string; password: string }>;
  /** Opens a link in a new browser, as another person would. */
  openInNewBrowser(link: string, work: (page: Page, watch: PageWatch) => Promise<void>): Promise<void>;
}

type ServiceOptions = Parameters<typeof withService>[1];

const root = '/console/api';
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const patience = 60_000;

const findIds = async (call: ConsoleStage['call']) => {
  const workspaceId: string = (await call('GET', '/workspaces')).body.items[0].id;
  const agentId: string = (await call('GET', `/workspaces/${workspaceId}/agents`)).body.items[0].id;
  return { workspaceId, agentId };
};

const checkScheme = async (page: Page, name: string, colorScheme: 'light' | 'dark'): Promise<void> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(`(() => { ${axeSource} })()`);
  // The structure is the same in both modes, so dark mode checks only colours.
  const rules = colorScheme === 'dark' ? '["color-contrast", "link-in-text-block"]' : 'undefined';
  const { violations } = (await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"], preload: false, runOnly: ${rules} })`,
  )) as AxeResults;
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  const tell = ({ id, nodes }: (typeof serious)[number]): string =>
    `${id}: ${nodes.map((node) => `${node.html} (${node.any[0]?.message ?? ''})`).join('\n')}`;
  assert.deepEqual(serious.map(tell), [], `${name}, ${colorScheme}`);
};

/** axe finds nothing serious on the current page, in light and dark mode. */
export const checkAccess = async (page: Page, name: string): Promise<void> => {
  // The driver cannot set the colour scheme of a page in Firefox. The colours are the same in both browsers.
  if (testBrowser === 'chromium') await checkScheme(page, name, 'dark');
  await checkScheme(page, name, 'light');
};

const createStage = async (
  service: TestService,
  context: BrowserContext,
  host: string,
): Promise<ConsoleStage> => {
  const listening = await service.app.server.listen({ host: '127.0.0.1', port: 0 });
  const origin = listening.replace('127.0.0.1', host);
  const page = await context.newPage();
  page.setDefaultTimeout(patience);
  const watch = createPageWatch(page, origin);
  const call: ConsoleStage['call'] = (method, path, body) =>
    service.call(method, root + path, body, { key: testOperatorToken });
  const { workspaceId, agentId } = await findIds(call);
  const expand = (address: string): string =>
    address
      .replace(/^workspace:/, `/w/${workspaceId}`)
      .replace(/^agent:/, `/w/${workspaceId}/agents/${agentId}`);
  return {
    service,
    origin,
    workspaceId,
    agentId,
    page,
    watch,
    call,
    signIn: async (credentials) => {
      const answer = await context.request.post(`${origin}${root}/session`, {
        data: credentials ?? { token: testOperatorToken },
      });
      assert.equal(answer.status(), 200);
      // The console requests the session only if this browser has signed in before.
      await context.addInitScript("if (location.host) localStorage.setItem('frontdesk.signed-in', '1')");
    },
    open: async (address) => {
      await page.goto(`${origin}/console${expand(address)}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    go: async (address) => {
      await page.evaluate(`document.querySelector('h1').dataset.left = '';
        history.pushState(null, '', ${JSON.stringify(`/console${expand(address)}`)})`);
      await page.locator('h1:not([data-left])').waitFor();
    },
    checkAccess: async (name) => {
      if (isLongRun) await checkAccess(page, name);
    },
    openInNewBrowser: async (link, work) => {
      const theirs = await context.browser()!.newContext({ reducedMotion: 'reduce', locale: 'en-US' });
      const theirPage = await theirs.newPage();
      theirPage.setDefaultTimeout(patience);
      const theirWatch = createPageWatch(theirPage, origin);
      const { pathname, hash } = new URL(link);
      await theirPage.goto(`${origin}${pathname}${hash}`);
      await work(theirPage, theirWatch);
      theirWatch.check();
      await theirs.close();
    },
    addOperator: async (role) => {
      const email = `${role}@example.com`;
      const password = `password of the ${role}`;
      await addPerson(service, { workspace: `/workspaces/${workspaceId}`, email, role, password });
      return { email, password };
    },
  };
};

/**
 * A listening service and a browser with its console. At the end there must be no page error, no call to
 * another host, and only calls of documented routes.
 */
export const withConsole = (
  options: ServiceOptions & {
    viewport?: { width: number; height: number };
    /** Host name of the service. `localhost` for features that browsers do not allow on an IP address. */
    host?: 'localhost';
    /** Language of the browser. Default: en-US. */
    locale?: string;
  },
  work: (stage: ConsoleStage) => Promise<void>,
): Promise<void> =>
  withService('sqlite', options, async (service) => {
    const browser = await shareBrowser();
    const context = await browser.newContext({
      viewport: options.viewport ?? { width: 1280, height: 800 },
      reducedMotion: 'reduce',
      locale: options.locale ?? 'en-US',
    });
    try {
      const stage = await createStage(service, context, options.host ?? '127.0.0.1');
      try {
        await work(stage);
      } catch (error) {
        await takeScreenshot(stage.page, 'failure');
        throw error;
      }
      stage.watch.check();
    } finally {
      await context.close();
    }
  });

/** Folder for screenshots, if they are wanted. */
const screenshotFolder = process.env.FRONTDESK_TEST_SCREENSHOTS;

const takeScreenshot = async (page: Page, name: string): Promise<void> => {
  if (screenshotFolder !== undefined)
    await page.screenshot({ path: join(screenshotFolder, `${name}.png`) }).catch(() => {});
};

/** Wide and narrow, light and dark. Does nothing unless FRONTDESK_TEST_SCREENSHOTS names a folder. */
export const takeScreenshots = async (page: Page, name: string): Promise<void> => {
  if (screenshotFolder === undefined) return;
  for (const [size, width, height] of [
    ['wide', 1280, 800],
    ['narrow', 390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await takeScreenshot(page, `${name}-${size}-${colorScheme}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.emulateMedia({ colorScheme: 'light' });
};
