import assert from 'node:assert/strict';
import type { Response } from './caller.ts';

const insides =
  /\bat .+\.ts:\d+|SQLITE_|sqlite_master|pg_catalog|node_modules|invalid byte sequence|out of range for type/;

/** Pages and scripts return errors as text. Everything else uses the error envelope. */
const isForPeople = (path: string): boolean =>
  /^\/(share|embed|search|console|docs|widget\.js)(?!\/(api|openapi))/.test(path);

/** The error object of the OpenAI protocol. */
const checkOpenAiError = ({ error, ...rest }: { error: Record<string, unknown> }, answer: string): void => {
  assert.deepEqual(rest, {}, answer);
  assert.deepEqual(Object.keys(error), ['message', 'type', 'param', 'code'], answer);
  assert.ok(typeof error.message === 'string' && error.message !== '', answer);
};

/** Every response is a defined one: no internal error and no internals of the service. */
export const checkAnswer = ({ status, type, text }: Response, path: string, told: string): void => {
  const answer = `${status} ${type} ${text.slice(0, 500)} for ${told}`;
  // Pages that were not built return this.
  if (status === 503 && isForPeople(path) && /not built yet/.test(text)) return;
  assert.ok(status < 500, answer);
  assert.doesNotMatch(text, insides, told);
  if (status < 400 || (isForPeople(path) && type.startsWith('text/html'))) return;
  if (status === 416 && text === '') return;
  assert.match(type, /^application\/json/, answer);
  const body = JSON.parse(text);
  if (path === '/mcp') {
    assert.equal(body.jsonrpc, '2.0', answer);
    assert.ok(Number.isInteger(body.error.code), answer);
    return;
  }
  if (path.startsWith('/openai/')) {
    checkOpenAiError(body, answer);
    return;
  }
  assert.ok(Number.isInteger(body.code) && body.code !== 0, answer);
  assert.ok(typeof body.message === 'string' && body.message !== '', answer);
  for (const name of Object.keys(body))
    assert.ok(['code', 'message', 'request_id'].includes(name), `${name} in ${answer}`);
};
