import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { checkUserHash } from '../../../../../../src/channels/user-hash.ts';
import { userHashSamples } from './user-hash-samples.ts';

const secret = 'a secret of the site with ümlaut';
const users = [
  { userId: 'ada@example.com', anonymousId: '' },
  { userId: 'Zoë 42', anonymousId: 'widget-k3v9' },
];

/** Prints the hash of each user on its own line. */
const programs: Record<string, { command: string; run(code: string): string[] }> = {
  'Node.js': {
    command: process.execPath,
    run: (code) => ['--input-type=module', '-e', code + callsIn((user) => `console.log(userHash(${user}));`)],
  },
  Python: {
    command: 'python3',
    run: (code) => ['-c', code + callsIn((user) => `print(user_hash(${user}))`)],
  },
  PHP: {
    command: 'php',
    run: (code) => ['-r', code.replace('<?php', '') + callsIn((user) => `echo user_hash(${user}), "\\n";`)],
  },
  Ruby: { command: 'ruby', run: (code) => ['-e', code + callsIn((user) => `puts user_hash(${user})`)] },
};

const callsIn = (call: (user: string) => string): string =>
  users.map(({ userId, anonymousId }) => `\n${call(`"${userId}", "${anonymousId}"`)}`).join('');

for (const { language, code } of userHashSamples)
  test(`the sample in ${language} creates a user_hash that the service accepts`, (context: TestContext) => {
    const { command, run } = programs[language]!;
    const result = spawnSync(command, run(code('65f0c0ffee65f0c0ffee65f0')), {
      env: { ...process.env, IDENTITY_SECRET: secret },
      encoding: 'utf8',
    });
    if ((result.error as { code?: string } | undefined)?.code === 'ENOENT') {
      context.diagnostic(`not run: ${command} is not installed`);
      return;
    }
    assert.equal(result.status, 0, result.stderr);
    const hashes = result.stdout.trim().split('\n');
    assert.equal(hashes.length, users.length);
    for (const [index, { userId, anonymousId }] of users.entries())
      assert.deepEqual(
        checkUserHash(hashes[index]!.trim(), { userId, secret, nowMs: Date.now(), acceptLegacy: false }),
        { isValid: true, anonymousId: anonymousId || undefined },
      );
  });

test('docs/channels.md contains the same samples', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../../../../docs/channels.md'), 'utf8');
  for (const { language, code } of userHashSamples) assert.ok(text.includes(code('{agent}')), language);
});
