import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';

type Scope = Page | FrameLocator;

/** The chat as its user finds it, on a page of its own or in a frame. */
export const chatIn = (scope: Scope) => {
  const message = scope.getByRole('textbox', { name: 'Your message' });
  const log = scope.getByRole('log');
  return {
    message,
    log,
    questions: log.locator('.entry-user'),
    answers: log.locator('.entry-assistant'),
    button: (name: string): Locator => scope.getByRole('button', { name, exact: true }),
    ask: async (text: string): Promise<void> => {
      await message.fill(text);
      await message.press('Enter');
    },
    /** Waits until the newest answer has ended, and returns its words. */
    answer: async (text: string): Promise<void> => {
      await message.fill(text);
      await message.press('Enter');
      await log.locator('.entry-user', { hasText: text }).last().waitFor();
      await log
        .locator('.entry-assistant')
        .last()
        .getByRole('button', { name: 'Copy', exact: true })
        .waitFor();
    },
  };
};

interface Finding {
  id: string;
  impact: string;
  html: string[];
}

/** No serious or critical finding of axe. The script goes in by the debugger, which the page's policy does not bind. */
export const assertAccessible = async (frame: Page | Frame, where: string): Promise<void> => {
  await frame.evaluate(axe.source);
  const findings = await frame.evaluate<Finding[]>(`(async () => {
    const { violations } = await axe.run({ resultTypes: ['violations'], preload: false });
    return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map((node) => node.html) }));
  })()`);
  const grave = findings.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(grave, [], where);
};

/** A text file pasted into the message, or dropped on it; its name says how. */
export const giveFile = (page: Page, how: 'paste' | 'drop', text: string): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], '${how}.txt'));
    const given = { bubbles: true, cancelable: true, clipboardData: data, dataTransfer: data };
    const event = '${how}' === 'paste' ? new ClipboardEvent('paste', given) : new DragEvent('drop', given);
    document.querySelector('textarea').dispatchEvent(event);
  }`);
