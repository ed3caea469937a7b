import type checkValueJob from './jobs/check-value.ts';
import type findPatternJob from './jobs/find-pattern.ts';
import { defineJob } from './sandbox-job.ts';

export { createSandbox, type Sandbox } from './sandbox.ts';
export { SandboxError } from './sandbox-error.ts';
export { defineJob } from './sandbox-job.ts';
export { findSchemaProblem } from './schema-limits.ts';

/** Checks a value against a schema that a tenant wrote. The first call for a schema compiles it. */
export const checkValue = defineJob<typeof checkValueJob>(new URL('./jobs/check-value.ts', import.meta.url), {
  cpuMs: 750,
});

/** Searches for patterns that a tenant wrote. The limit applies to all of them together. */
export const findPattern = defineJob<typeof findPatternJob>(
  new URL('./jobs/find-pattern.ts', import.meta.url),
  { cpuMs: 250 },
);
