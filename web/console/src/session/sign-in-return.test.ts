import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadEnglishMessages } from '../../../../test/support/console/english-messages.ts';

test('an unknown outcome in the address is shown as a failure', async (context) => {
  loadEnglishMessages();
  const browser = {
    location: { href: 'https://desk.example.com/console/?sign-in=constructor' },
    history: { state: null, replaceState: () => {} },
  };
  for (const [name, value] of Object.entries(browser)) {
    Object.defineProperty(globalThis, name, { value, configurable: true });
    context.after(() => Reflect.deleteProperty(globalThis, name));
  }
  const { signInProblem } = await import('./sign-in-return.ts');
  assert.equal(signInProblem(), 'Single sign-on failed. Try again.');
});
