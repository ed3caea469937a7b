import { after } from 'node:test';
import { type Browser, chromium } from 'playwright-core';
import { chromiumPath } from '../runner/test-groups.ts';

const flags = [
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
];

/** A new headless browser. The caller closes it. Guard the test with `skipWithout('chromium')`. */
export async function launchChromium(moreFlags: readonly string[] = []): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined)
    throw new Error('No Chromium; guard the test with skipWithout("chromium")');
  return chromium.launch({ executablePath, args: [...flags, ...moreFlags] });
}

let shared: Browser | undefined;

/** One browser for all tests of a file, closed after the last one. Each test opens its own context. */
export const shareChromium = async (): Promise<Browser> => {
  if (!shared?.isConnected()) shared = await launchChromium();
  return shared;
};

after(() => shared?.close());
