import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Frame, FrameLocator, Locator, Page } from 'playwright-core';

type Scope = Page | FrameLocator;

/** The chat on its own page or in a frame. */
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
    /** Sends a message and waits until the reply has ended. */
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

/** axe has no serious or critical finding. Injected by the debugger, which the page's policy does not affect. */
export const assertAccessible = async (frame: Page | Frame, where: string): Promise<void> => {
  await frame.evaluate(axe.source);
  const findings = await frame.evaluate<Finding[]>(`(async () => {
    const { violations } = await axe.run({ resultTypes: ['violations'], preload: false });
    return violations.map(({ id, impact, nodes }) => ({ id, impact, html: nodes.map((node) => node.html) }));
  })()`);
  const grave = findings.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  assert.deepEqual(grave, [], where);
};

/** Pastes a text file into the message or drops it there. */
export const giveFile = (page: Page, how: 'paste' | 'drop', text: string): Promise<void> =>
  page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(text)}], '${how}.txt'));
    const given = { bubbles: true, cancelable: true, dataTransfer: data };
    const event = '${how}' === 'paste' ? new ClipboardEvent('paste', given) : new DragEvent('drop', given);
    // The constructor of Firefox drops files.
    if ('${how}' === 'paste') Object.defineProperty(event, 'clipboardData', { value: data });
    document.querySelector('textarea').dispatchEvent(event);
  }`);
