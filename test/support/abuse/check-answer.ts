import assert from 'node:assert/strict';
import type { Response } from './caller.ts';

const insides =
  /\bat .+\.ts:\d+|SQLITE_|sqlite_master|pg_catalog|node_modules|invalid byte sequence|out of range for type/;

/** Pages and scripts return errors as text. Everything else uses the error envelope. */
const isForPeople = (path: string): boolean =>
  /^\/(share|embed|console|docs|widget\.js)(?!\/(api|openapi))/.test(path);

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
  assert.ok(Number.isInteger(body.code) && body.code !== 0, answer);
  assert.ok(typeof body.message === 'string' && body.message !== '', answer);
  for (const name of Object.keys(body))
    assert.ok(['code', 'message', 'request_id'].includes(name), `${name} in ${answer}`);
};
