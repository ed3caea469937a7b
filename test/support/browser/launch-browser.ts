import { after } from 'node:test';
import { type Browser, type BrowserContextOptions, chromium, firefox, type Page } from 'playwright-core';
import { type BrowserName, browserPath, testBrowser } from '../runner/test-groups.ts';

const chromiumFlags = [
  '--headless',
  // Tests run as root in containers, where Chromium's sandbox is not available. They open only our own pages.
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // /dev/shm is often 64 MB in containers, which crashes larger pages.
  '--disable-dev-shm-usage',
  // Voice messages: a generated tone and no question about the permission.
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
];

const firefoxPreferences = {
  // The driver cannot set it for a page.
  'ui.prefersReducedMotion': 1,
  // A mouse: fine pointer and hover. Without a screen Firefox assumes that there is none.
  'ui.primaryPointerCapabilities': 6,
  'ui.allPointerCapabilities': 6,
  // The driver's clicks and keys do not reach a frame that runs in a process of its own.
  'fission.webContentIsolationStrategy': 0,
  // Voice messages: a generated tone and no question about the permission.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  // The clipboard can be read without a question.
  'dom.events.testing.asyncClipboard': true,
};

/** A new headless browser. The caller closes it. Guard the test with `skipWithout('browser')`. */
export async function launchBrowser(
  name: BrowserName = testBrowser,
  preferences: Record<string, number> = {},
): Promise<Browser> {
  const executablePath = browserPath(name);
  if (executablePath === undefined) throw new Error(`No ${name}; guard the test with skipWithout("${name}")`);
  if (name === 'chromium') return chromium.launch({ executablePath, args: chromiumFlags });
  return firefox.launch({
    // Debian's Firefox has no patches for the driver. This channel uses the standard protocol, WebDriver BiDi.
    channel: 'moz-firefox',
    executablePath,
    firefoxUserPrefs: { ...firefoxPreferences, ...preferences },
  });
}

/** What the driver can set for a page in Chromium, but only for the whole browser in Firefox. */
const preferencesFor = ({ colorScheme, forcedColors, hasTouch }: BrowserContextOptions) => ({
  ...(colorScheme === 'dark' && { 'layout.css.prefers-color-scheme.content-override': 0 }),
  ...(forcedColors === 'active' && { 'browser.display.document_color_use': 2 }),
  // 1 is a coarse pointer without hover.
  ...(hasTouch && { 'ui.primaryPointerCapabilities': 1, 'ui.allPointerCapabilities': 1 }),
});

/** A new context of the browser. In Firefox some options need a browser of their own. */
export const openContext = async (
  browser: Browser,
  { isMobile, ...options }: BrowserContextOptions,
): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }> => {
  if (browser.browserType().name() !== 'firefox')
    return browser.newContext({ ...options, ...(isMobile && { isMobile }) });
  const preferences = preferencesFor(options);
  if (Object.keys(preferences).length === 0) return browser.newContext(options);
  const own = await launchBrowser('firefox', preferences);
  const context = await own.newContext(options);
  return { newPage: () => context.newPage(), close: () => own.close() };
};

let shared: Browser | undefined;

/** One browser for all tests of a file, closed after the last one. Each test opens its own context. */
export const shareBrowser = async (): Promise<Browser> => {
  if (!shared?.isConnected()) shared = await launchBrowser();
  return shared;
};

after(() => shared?.close());
