import { createSandbox } from '../../../src/lib/sandbox/index.ts';
import { createRecognition, type Recognition } from '../../../src/recognition/index.ts';

/**
 * Worker processes that the services of a test process share: starting them takes longer than most tests. Idle workers
 * do not keep the process alive and end with it.
 */
export const testSandbox = createSandbox();
const recognition = createRecognition();

/** Reads with the shared workers. Closing it gives up its own files only. */
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

/** For a service, which closes what it was given. */
export const shareSandbox = () => ({ run: testSandbox.run, close: () => {} });
