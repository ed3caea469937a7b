/** A function that runs in a worker process: the default export of a module, loaded there at its first use. */
export interface SandboxJob<Input, Result> {
  /** Address of the module. */
  module: string;
  /** Processor time it may use, however long it has to wait for a core. */
  cpuMs: number;
  /** Only for the types; never set. */
  types?: (input: Input) => Result;
}

/** Input must be structured-cloneable and the result must be JSON. */
export const defineJob = <Run extends (input: never) => unknown>(
  module: URL,
  { cpuMs }: { cpuMs: number },
): SandboxJob<Parameters<Run>[0], Awaited<ReturnType<Run>>> => ({ module: module.href, cpuMs });
