import assert from 'node:assert/strict';
import { expiringUserHash, userHash } from '../../../src/channels/index.ts';
import { openVisit } from '../../support/channels/visitor.ts';
import { operatorOf } from '../../support/console/operator.ts';
import { testService } from '../../support/service/service.ts';
import { createTestClock } from '../../support/time/test-clock.ts';

const oldSecret = 'the old secret of the site';
const newSecret = 'the new secret of the site';
const hourMs = 3_600_000;

const clock = createTestClock();

testService(
  'a replaced identity secret stays valid for the grace period',
  () => ({ clock }),
  async (service) => {
    const { agent, call } = await operatorOf(service);
    const change = async (channels: object) => {
      const { version } = (await call('GET', agent)).body;
      const changed = await call('PATCH', agent, { version, settings: { channels } });
      assert.equal(changed.status, 200, changed.text);
      return changed;
    };
    const isProven = async (user_hash: string): Promise<boolean> =>
      (await openVisit(service, { user_id: 'ada', user_hash })).session.visitor.proven;
    const accepted = async () => [
      await isProven(userHash('ada', oldSecret)),
      await isProven(userHash('ada', newSecret)),
    ];
    await change({
      enabled: { widget: true },
      newVisitorsPerMinutePerAddress: 1000,
      identitySecret: oldSecret,
    });
    assert.deepEqual(await accepted(), [true, false]);

    const changed = await change({ identitySecret: newSecret });
    assert.ok(!changed.text.includes(oldSecret) && !changed.text.includes(newSecret), 'both are masked');
    assert.deepEqual(await accepted(), [true, true]);
    const ended = expiringUserHash(
      { userId: 'ada', expiresSeconds: Math.floor(clock.nowMs() / 1000) - 1 },
      oldSecret,
    );
    assert.equal((await openVisit(service, { user_id: 'ada', user_hash: ended })).status, 403);

    await change({ greeting: 'Hello' });
    assert.deepEqual(await accepted(), [true, true], 'another change keeps it');
    clock.advance(24 * hourMs - 1);
    assert.deepEqual(await accepted(), [true, true]);
    clock.advance(1);
    assert.deepEqual(await accepted(), [false, true], 'one day by default');

    await change({ identitySecret: oldSecret, identityGraceHours: 1 });
    assert.deepEqual(await accepted(), [true, true]);
    await change({ previousIdentitySecret: null });
    assert.deepEqual(await accepted(), [true, false], 'ended by the operator');

    await change({ identitySecret: newSecret, identityGraceHours: 0 });
    assert.deepEqual(await accepted(), [false, true], 'no grace period');

    await change({ identitySecret: oldSecret, identityGraceHours: 24 });
    await change({ identitySecret: null });
    assert.deepEqual(await accepted(), [false, false], 'a removed secret switches verification off');
    await change({ identitySecret: newSecret });
    assert.deepEqual(await accepted(), [false, true], 'the removed secret does not come back');
  },
);
