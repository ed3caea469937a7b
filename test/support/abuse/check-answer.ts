import assert from 'node:assert/strict';
import type { Response } from './caller.ts';

const insides =
  /\bat .+\.ts:\d+|SQLITE_|sqlite_master|pg_catalog|node_modules|invalid byte sequence|out of range for type/;

/** Pages and scripts say what is wrong to people; everything else says it in the envelope. */
const isForPeople = (path: string): boolean =>
  /^\/(share|embed|console|docs|widget\.js)(?!\/(api|openapi))/.test(path);

/** Whatever was asked, the answer is one of ours: no failure of the service, nothing of its insides. */
export const checkAnswer = ({ status, type, text }: Response, path: string, told: string): void => {
  const answer = `${status} ${type} ${text.slice(0, 500)} for ${told}`;
  // Where nothing was built yet the pages say so.
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
