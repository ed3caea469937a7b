import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import type { Config } from '../config/index.ts';

/** The environment of a command; tests replace it. */
export interface CommandContext {
  loadConfig(): Config;
  print(line: string): void;
  /** Reads a line without echo, or the first line of a pipe. */
  readSecret(prompt: string): Promise<string>;
}

export interface Command {
  name: string;
  /** In the list of commands. */
  summary: string;
  /** The whole help text. */
  help: string;
  /** The exit code; nothing means 0. */
  run(args: string[], context: CommandContext): Promise<number | undefined>;
}

/** Wrong usage: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type Values<Options extends ParseArgsOptionsConfig> = {
  [Name in keyof Options]: Options[Name]['type'] extends 'boolean' ? boolean | undefined : string | undefined;
};

interface Parsed<Options extends ParseArgsOptionsConfig> {
  values: Values<Options>;
  positionals: string[];
}

/** Options are `--name value`; unknown options are errors. */
export const readArguments = <const Options extends ParseArgsOptionsConfig>(
  args: string[],
  options: Options,
  { positionals: most = 0 }: { positionals?: number } = {},
): Parsed<Options> => {
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true, strict: true });
    if (positionals.length > most) throw new UsageError(`Unexpected argument: ${positionals[most]}`);
    return { values: values as unknown as Values<Options>, positionals };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError((error as Error).message.split('. ')[0]!);
  }
};

export const required = (value: string | undefined, name: string): string => {
  if (value === undefined || value.trim() === '') throw new UsageError(`${name} is missing`);
  return value;
};

type Action = (args: string[], context: CommandContext) => Promise<void>;

/** A command with sub-commands. */
export const runAction =
  (actions: Record<string, Action>): Command['run'] =>
  async ([name = '', ...args], context) => {
    const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
    if (!action) throw new UsageError(`Expected one of: ${Object.keys(actions).join(', ')}`);
    await action(args, context);
    return 0;
  };
