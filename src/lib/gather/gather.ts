interface Waiting<Input, Output> {
  input: Input;
  resolve(output: Output): void;
  reject(error: unknown): void;
}

interface GatherOptions<Input, Output> {
  /** Maximum weight of one run. A heavier input runs alone. */
  most: number;
  /** Weight of an input. Default 1. */
  weigh?(input: Input): number;
  /** Runs at the same time. Meanwhile further inputs are collected. */
  atOnce?: number;
  /** All or nothing: returns one output per input in their order, or rejects and has no effect. */
  run(inputs: readonly Input[]): Promise<readonly Output[]>;
}

/**
 * Processes concurrent calls together: those of one turn of the event loop, and those that arrive while
 * earlier ones are running. If a run of several inputs fails, each of them runs alone, so that one input cannot
 * fail the others.
 */
export const createGather = <Input, Output>({
  most,
  weigh = () => 1,
  atOnce = 1,
  run,
}: GatherOptions<Input, Output>): ((input: Input) => Promise<Output>) => {
  let waiting: Waiting<Input, Output>[] = [];
  let running = 0;
  let isScheduled = false;

  const runAlone = async ({ input, resolve, reject }: Waiting<Input, Output>): Promise<void> => {
    try {
      resolve((await run([input]))[0]!);
    } catch (error) {
      reject(error);
    }
  };

  const runTogether = async (group: Waiting<Input, Output>[]): Promise<void> => {
    try {
      const outputs = await run(group.map(({ input }) => input));
      for (const [at, { resolve }] of group.entries()) resolve(outputs[at]!);
    } catch {
      for (const one of group) await runAlone(one);
    }
  };

  const takeGroup = (): Waiting<Input, Output>[] => {
    let weight = 0;
    let size = 0;
    for (const { input } of waiting) {
      weight += weigh(input);
      if (size > 0 && weight > most) break;
      size += 1;
    }
    const group = waiting.slice(0, size);
    waiting = waiting.slice(size);
    return group;
  };

  const serve = (): void => {
    isScheduled = false;
    while (running < atOnce && waiting.length > 0) {
      const group = takeGroup();
      running += 1;
      const [only] = group;
      void (group.length === 1 && only ? runAlone(only) : runTogether(group)).then(() => {
        running -= 1;
        schedule();
      });
    }
  };

  const schedule = (): void => {
    if (isScheduled || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(serve);
  };

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      schedule();
    });
};
