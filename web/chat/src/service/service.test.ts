import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createService } from './service.ts';

/** Requests that never get a response, until they are aborted. */
const stubFetch = (context: TestContext): AbortSignal[] => {
  const signals: AbortSignal[] = [];
  context.mock.method(globalThis, 'fetch', (_url: string, { signal }: { signal: AbortSignal }) => {
    signals.push(signal);
    return new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    );
  });
  return signals;
};

test('when the user changes, requests that read are aborted and requests that send are completed', async (context) => {
  // The requests that stay open would keep the process alive until they time out.
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const signals = stubFetch(context);
  const service = createService('agent');
  const read = service.listConversations();
  void service
    .rate('answer', { feedback: 'GOOD', feedbackReason: null, feedbackComment: '' })
    .catch(() => {});
  service.forgetToken();
  await assert.rejects(read, { name: 'AbortError' });
  void service.listConversations().catch(() => {});
  assert.deepEqual(
    signals.map(({ aborted }) => aborted),
    [true, false, false],
    'read, sent, read by the next user',
  );
});
