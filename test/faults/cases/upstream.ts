import assert from 'node:assert/strict';
import { finish, withPlace } from '../../support/faults/finish.ts';
import { createClient, createJournal } from '../../support/faults/journal.ts';
import { both, type FaultCase } from './fault-case.ts';

const behaviours = ['[429]', '[500]', '[stall]', '[stall-after]', '[garbage]', '[drip]', '[reset]'];

const impatience = {
  FRONTDESK_FIRST_TOKEN_TIMEOUT_MS: '1500',
  FRONTDESK_TOKEN_TIMEOUT_MS: '1500',
  FRONTDESK_RUN_TIMEOUT_MS: '8000',
};

/** A model that misbehaves costs its own round, tells nothing of itself, and is forgotten by the next. */
const badModels: FaultCase = {
  name: 'model answers 429, 500, stalls, talks garbage, drips a byte a second, resets',
  databases: both,
  run: async ({ kind, places, mocks }) => {
    const place = await places.make(kind);
    return withPlace(place, async (start) => {
      const journal = createJournal();
      const life = await start(impatience);
      const client = createClient(life, journal);
      await Promise.all(
        behaviours.map(async (behaviour) => {
          const conversation = await client.newConversation(behaviour);
          const blocking = await client.ask(conversation, `${behaviour} blocking`);
          assert.equal(blocking.json.code, 50_000, `${behaviour}: ${blocking.text}`);
          const streaming = await client.ask(conversation, `${behaviour} streaming`, 'streaming');
          assert.match(streaming.text, /"code":50000/, behaviour);
          await client.ask(conversation, `${behaviour} webhook`, 'webhook');
          const next = await client.ask(conversation, `after ${behaviour}`);
          assert.equal(next.status, 200, `${behaviour}: the next question is answered`);
        }),
      );
      await finish({ place, mocks, journal, lives: [life] });
    });
  },
};

/** The end of a round that cannot be stored for longer than it is tried. */
const unstorableEnd: FaultCase = {
  name: 'end of a round refused by the database for 20 s',
  databases: both,
  run: async ({ kind, places, mocks }) => {
    const place = await places.make(kind);
    return withPlace(place, async (start) => {
      const journal = createJournal();
      const life = await start({ FAULT: 'round-ended@1-6:error=ENOSPC' });
      const client = createClient(life, journal);
      const conversation = await client.newConversation('unstorable');
      assert.equal((await client.ask(conversation, 'first')).json.code, 50_000);
      assert.equal((await client.ask(conversation, 'second')).status, 200, 'the conversation goes on');
      await finish({ place, mocks, journal, lives: [life] });
    });
  },
};

export const upstreamCases = [badModels, unstorableEnd];
