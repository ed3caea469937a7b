import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completeSettings } from '../../../../agents/index.ts';
import { applySettingsPatch } from './apply-settings-patch.ts';

const secondsAfter = (stored: object, patch: object): number =>
  applySettingsPatch(completeSettings({ humanService: stored }), { humanService: patch }, () => undefined)
    .humanService.firstReplySeconds;

test('the time for the first reply is a minute for a human service and ten minutes for the inbox', () => {
  assert.equal(secondsAfter({}, {}), 60);
  assert.equal(secondsAfter({}, { type: 'inbox' }), 600);
  assert.equal(secondsAfter({ type: 'inbox', firstReplySeconds: 600 }, { type: 'webhook' }), 60);
});

test('a chosen time and stored agents of the inbox keep their time', () => {
  assert.equal(secondsAfter({}, { type: 'inbox', firstReplySeconds: 60 }), 60);
  assert.equal(secondsAfter({ firstReplySeconds: 90 }, { type: 'inbox' }), 90);
  assert.equal(secondsAfter({ type: 'inbox' }, { phrases: ['human'] }), 60);
  assert.equal(secondsAfter({ type: 'inbox', firstReplySeconds: 90 }, { type: 'webhook' }), 90);
});
