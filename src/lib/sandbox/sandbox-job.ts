/** A function that runs in a worker process: the default export of a module, loaded there on first use. */
export interface SandboxJob<Input, Result> {
  /** URL of the module. */
  module: string;
  /** Processor time it may use, without the time it waits for a core. */
  cpuMs: number;
  /** Only for the types; never set. */
  types?: (input: Input) => Result;
}

/** Input must be structured-cloneable and the result must be JSON. */
export const defineJob = <Run extends (input: never) => unknown>(
  module: URL,
  { cpuMs }: { cpuMs: number },
): SandboxJob<Parameters<Run>[0], Awaited<ReturnType<Run>>> => ({ module: module.href, cpuMs });
