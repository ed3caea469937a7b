import assert from 'node:assert/strict';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { openContext } from './launch-browser.ts';

export interface WatchedPage {
  page: Page;
  /** Fails after an error that a user would not see: script errors, calls to other hosts, injected script. */
  assertCalm(): Promise<void>;
}

export interface WatchOptions extends BrowserContextOptions {
  /** Console errors that the test causes, such as a cut connection. */
  expected?: RegExp;
}

const isOurs = (url: string): boolean => {
  const { protocol, hostname } = new URL(url);
  return protocol === 'blob:' || protocol === 'data:' || /^(127\.0\.0\.1|localhost)$/.test(hostname);
};

/** A page in its own browser context, which is another browser for the service. */
export const openWatchedPage = async (
  browser: Browser,
  { expected, ...options }: WatchOptions = {},
): Promise<WatchedPage> => {
  const context = await openContext(browser, {
    viewport: { width: 1180, height: 800 },
    locale: 'en-GB',
    ...options,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const faults: string[] = [];
  const note = (text: string): void => {
    if (!expected?.test(text)) faults.push(text);
  };
  page.on('console', (message) => message.type() === 'error' && note(message.text()));
  page.on('pageerror', (error) => note(String(error)));
  page.on('dialog', (dialog) => {
    faults.push(`A script opened a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!isOurs(request.url())) faults.push(`A request went to ${request.url()}`);
  });
  return {
    page,
    assertCalm: async () => {
      for (const frame of page.frames())
        if (await frame.evaluate(() => 'owned' in globalThis)) faults.push(`A script ran in ${frame.url()}`);
      assert.deepEqual(faults, []);
      await context.close();
    },
  };
};
