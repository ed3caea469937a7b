import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { armFault, faultPoint, parseFault } from './fault-point.ts';

afterEach(() => armFault(undefined));

test('an unarmed point does nothing', () => {
  faultPoint('message-stored');
});

test('a point fails only at the visits it is armed for', () => {
  armFault(parseFault('message-stored@2-3:error=ENOSPC'));
  faultPoint('message-stored');
  for (let visit = 2; visit <= 3; visit++)
    assert.throws(() => faultPoint('message-stored'), { code: 'ENOSPC', message: 'Fault at message-stored' });
  faultPoint('message-stored');
});

test('other points do not count as visits', () => {
  armFault(parseFault('message-stored@1:error'));
  faultPoint('message-storing');
  assert.throws(() => faultPoint('message-stored'), { code: 'EFAULT' });
});

test('a note records each reached point once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'frontdesk-fault-'));
  const path = join(folder, 'a=b');
  try {
    armFault(parseFault(`every@1:note=${path}`));
    for (const name of ['message-stored', 'round-sent', 'message-stored'] as const) faultPoint(name);
    assert.equal(readFileSync(path, 'utf8'), 'message-stored\nround-sent\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const text of [
  'message-stored',
  'message-stored:kill',
  'message-stored@x:kill',
  'no-such-point@1:kill',
  'constructor@1:kill',
  'message-stored@1:kill=9',
  'message-stored@1:delay=long',
  'message-stored@1:note=',
  'message-stored@1:explode',
  '',
])
  test(`"${text}" is not a valid fault`, () => {
    assert.throws(() => parseFault(text), /must be point@n:kill/);
  });
