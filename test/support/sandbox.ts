import { createSandbox } from '../../src/lib/sandbox/index.ts';

/** Shared by the tests of a process. Idle workers do not keep the process alive and end with it. */
export const testSandbox = createSandbox();
