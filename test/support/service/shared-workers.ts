import { createSandbox } from '../../../src/lib/sandbox/index.ts';
import { createRecognition, type Recognition } from '../../../src/recognition/index.ts';

/**
 * Worker processes shared by the services of a test process, because starting them takes longer than most tests. Idle
 * workers do not keep the process alive.
 */
export const testSandbox = createSandbox();
const recognition = createRecognition({ timeoutMs: 120_000 });

/** Recognition with the shared workers. Closing it removes only its own files. */
export const shareRecognition = (): Recognition => {
  const closing = new AbortController();
  return {
    recognise: (input, options = {}) =>
      recognition.recognise(input, {
        ...options,
        signal: options.signal ? AbortSignal.any([options.signal, closing.signal]) : closing.signal,
      }),
    close: async () => closing.abort(new Error('Recognition is closed')),
  };
};

/** For a service, which closes the sandbox it gets. */
export const shareSandbox = () => ({ run: testSandbox.run, close: () => {} });
