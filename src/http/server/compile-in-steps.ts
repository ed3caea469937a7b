/** Users wait for these routes. The schemas of operators and developers are compiled at their first use. */
const isWaitedFor = (url: string): boolean => /^\/(?:v[12]\/conversation|openai\/v1\/chat)/.test(url);

const waitedFor = new Set<() => unknown>();

/** Compiles a schema of a route at its first use: all schemas together are a third of the start time, and most starts need few. */
export const compileAtFirstUse = <Compiled>(url: string, compile: () => Compiled): (() => Compiled) => {
  let compiled: Compiled | undefined;
  const use = (): Compiled => {
    compiled ??= compile();
    return compiled;
  };
  if (isWaitedFor(url)) waitedFor.add(use);
  return use;
};

/** Routes share many schemas, such as those of errors and of paths with an id. Equal ones are compiled once. */
export const compileEqualOnce = <Compiled>(
  compile: (schema: object) => Compiled,
): ((schema: object) => Compiled) => {
  const compiled = new Map<string, Compiled>();
  return (schema) => {
    const text = JSON.stringify(schema);
    const found = compiled.get(text) ?? compile(schema);
    compiled.set(text, found);
    return found;
  };
};

/** Compiles the schemas of the calls that users wait for, one per turn of the event loop. */
export const compileSchemasInSteps = async (): Promise<void> => {
  for (const compile of waitedFor) {
    compile();
    await new Promise((resolve) => setImmediate(resolve));
  }
  waitedFor.clear();
};
