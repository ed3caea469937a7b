import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../lib/errors.ts';

/** Longer paths come only from attacks. */
const maxDepth = 64;

const problemOf = (text: string): string | undefined => {
  if (!text.isWellFormed()) return 'must not contain half of a surrogate pair';
  if (text.includes('\0')) return 'must not contain the NUL character';
  return undefined;
};

const check = (value: unknown, path: string, depth: number): void => {
  if (typeof value === 'string') {
    const problem = problemOf(value);
    if (problem) throw new AppError('invalidParameter', `${path || 'the request body'} ${problem}`);
  } else if (value !== null && typeof value === 'object') {
    if (depth > maxDepth) throw new AppError('invalidParameter', `${path} is nested too deeply`);
    if (Array.isArray(value))
      value.forEach((item, index) => void check(item, `${path}[${index}]`, depth + 1));
    else
      for (const name in value) {
        if (problemOf(name))
          throw new AppError('invalidParameter', `a key in ${path || 'the request body'} ${problemOf(name)}`);
        check((value as Record<string, unknown>)[name], path ? `${path}.${name}` : name, depth + 1);
      }
  }
};

/** Databases cannot store these characters and models do not need them, so they are rejected on input. */
export const checkText = async (request: FastifyRequest): Promise<void> => {
  // A raw file body is not text. Its handler reads it.
  if (!(request.body instanceof Readable)) check(request.body, '', 0);
  check(request.query, '', 0);
  check(request.params, '', 0);
};
