/** Steps that the driver does differently in Firefox. */
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Download, Locator, Page } from 'playwright-core';
import { testBrowser } from '../runner/test-groups.ts';

/** Lets the page read and write the clipboard without asking. In Firefox a preference does it. */
export const allowClipboard = async (page: Page): Promise<void> => {
  if (testBrowser === 'chromium')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
};

/** The text of a downloaded file. In Firefox the driver expects it under another name than it has. */
export const readDownload = async (download: Download): Promise<string> => {
  const path = await download.path();
  const isElsewhere = testBrowser === 'firefox';
  return readFile(isElsewhere ? join(dirname(path), download.suggestedFilename()) : path, 'utf8');
};

/** Drags with the mouse. In Firefox the driver's mouse starts no drag, so the events are dispatched. */
export const dragTo = async (
  source: Locator,
  target: Locator,
  targetPosition: { x: number; y: number },
): Promise<void> => {
  if (testBrowser === 'chromium') return source.dragTo(target, { targetPosition });
  const page = source.page();
  const box = (await target.boundingBox())!;
  const [clientX, clientY] = [box.x + targetPosition.x, box.y + targetPosition.y];
  const dataTransfer = await page.evaluateHandle('new DataTransfer()');
  const under = await page.evaluateHandle(`document.elementFromPoint(${clientX}, ${clientY})`);
  await source.dispatchEvent('dragstart', { dataTransfer });
  for (const name of ['dragover', 'drop'])
    await under.asElement()!.dispatchEvent(name, { clientX, clientY, dataTransfer });
  await source.dispatchEvent('dragend', { dataTransfer });
};
