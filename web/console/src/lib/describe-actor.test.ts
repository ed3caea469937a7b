import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commandLineActor, firstStartActor, tokenActor, unknownActor } from '../../../../src/audit/actor.ts';
import { loadEnglishMessages } from '../../../../test/support/console/english-messages.ts';
import { describeActor } from './describe-actor.ts';

test('actors of the service are shown by their name', () => {
  loadEnglishMessages();
  assert.equal(describeActor(tokenActor('Nightly export')), 'Token Nightly export');
  assert.equal(describeActor(commandLineActor), 'Command line');
  assert.equal(describeActor(firstStartActor), 'First start of the service');
  assert.equal(describeActor(unknownActor), 'Not signed in');
});

test('an operator is shown by their e-mail address', () => {
  assert.equal(describeActor('ada@example.com'), 'ada@example.com');
});
