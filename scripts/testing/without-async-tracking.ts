import { createHook } from 'node:async_hooks';

/**
 * The test runner follows every promise and every handle with an async hook, so that it can name the test that caused an error
 * nobody caught. In tests of a whole service that takes more than a tenth of the processor time. Without it such an error still
 * fails the file, with the stack that is printed here.
 */
const { prototype } = createHook({}).constructor as { prototype: { enable(): unknown } };
const { enable } = prototype;
prototype.enable = function (this: unknown): unknown {
  const isTestRunner = new Error().stack?.includes('node:internal/test_runner/') ?? false;
  return isTestRunner ? this : enable.call(this);
};

process.on('uncaughtExceptionMonitor', (error, origin) => {
  process.stderr.write(`${origin}: ${error instanceof Error ? error.stack : String(error)}\n`);
});
