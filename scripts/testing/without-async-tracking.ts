import { createHook } from 'node:async_hooks';

type Hook = ReturnType<typeof createHook>;

/**
 * The test runner follows every promise and every handle with an async hook. It needs it while the files of a group are loaded, to
 * know which suite a test belongs to. After that it only names the test that caused an error which nobody caught, and takes more
 * than a tenth of the processor time of tests that start a whole service. Without it such an error still fails the group, with the
 * stack that is printed here.
 */
const { prototype } = createHook({}).constructor as unknown as { prototype: Hook };
const { enable } = prototype;
const ofTestRunner: Hook[] = [];
prototype.enable = function (this: Hook): Hook {
  if (new Error().stack?.includes('node:internal/test_runner/')) ofTestRunner.push(this);
  return enable.call(this);
};

process.on('uncaughtExceptionMonitor', (error, origin) => {
  process.stderr.write(`${origin}: ${error instanceof Error ? error.stack : String(error)}\n`);
});

/** To be called once for each loaded file. After the last one the tracking ends. */
export const countLoadedFiles = (files: number): (() => void) => {
  let missing = files;
  return () => {
    missing -= 1;
    if (missing === 0) for (const hook of ofTestRunner) hook.disable();
  };
};
