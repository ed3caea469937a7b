import { AppError } from '../../lib/errors.ts';

type Input = Record<string, unknown>;

const refuse = (name: string, rule: string): never => {
  throw new AppError('invalidParameter', `${name} ${rule}`);
};

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;

/** Undefined if the argument is absent. */
export const textOf = (
  input: Input,
  name: string,
  { maxLength }: { maxLength: number },
): string | undefined => {
  const value = input[name];
  if (!isGiven(value)) return undefined;
  if (typeof value !== 'string' || value.trim() === '')
    return refuse(name, 'must be a text that is not blank');
  if (value.length > maxLength) refuse(name, `must have at most ${maxLength} characters`);
  return value;
};

export const integerOf = (
  input: Input,
  name: string,
  { minimum, maximum }: { minimum: number; maximum: number },
): number | undefined => {
  const value = input[name];
  if (!isGiven(value)) return undefined;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < minimum || value > maximum)
    return refuse(name, `must be a whole number from ${minimum} to ${maximum}`);
  return value;
};

export const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectOf = (input: Input, name: string): Input | undefined => {
  const value = input[name];
  if (!isGiven(value)) return undefined;
  return isObject(value) ? value : refuse(name, 'must be an object');
};
