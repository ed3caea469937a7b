import { createKnowledgeThreads, type KnowledgeThreads } from '../../../src/knowledge/index.ts';
import { createSandbox } from '../../../src/lib/sandbox/index.ts';
import type { Handlers, Thread } from '../../../src/lib/thread/thread.ts';
import { createRecognition, type Recognition } from '../../../src/recognition/index.ts';

/**
 * Worker processes and threads shared by the services of a test process, because starting them takes longer than most tests. Idle
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

const threads = createKnowledgeThreads();

/** Calls that are pending when a service closes are rejected, as if their thread had ended. */
const createClosing = () => {
  const { promise, reject } = Promise.withResolvers<never>();
  promise.catch(() => {});
  let isClosed = false;
  const error = new Error('The service is stopping');
  return {
    close: (): void => {
      isClosed = true;
      reject(error);
    },
    unlessClosed: <Value>(call: () => Promise<Value>): Promise<Value> =>
      isClosed ? Promise.reject(error) : Promise.race([call(), promise]),
  };
};

/** For a service, which closes the threads it gets. */
export const shareKnowledgeThreads = (): KnowledgeThreads => {
  const { close, unlessClosed } = createClosing();
  const share = <Of extends Handlers>(thread: Thread<Of>): Thread<Of> => ({
    call: (name, input) => unlessClosed(() => thread.call(name, input)),
    close: async () => {},
  });
  const [first, ...others] = threads.small;
  return {
    small: [share(first), ...others.map((thread) => share(thread))],
    long: share(threads.long),
    crawl: {
      call: (owner, name, input) => unlessClosed(() => threads.crawl.call(owner, name, input)),
      close: async () => {},
    },
    close: async () => close(),
  };
};
