import type { Page } from 'playwright-core';
import { eventually } from '../time/eventually.ts';

/**
 * Waits until the expression is true in the page. Not `waitForFunction`: it evaluates a text inside the page from its
 * second look on, which the content security policy of the page blocks.
 */
export const waitUntil = (page: Page, expression: string): Promise<void> =>
  eventually(expression, async () => (await page.evaluate(expression)) === true);
