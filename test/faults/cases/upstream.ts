import assert from 'node:assert/strict';
import { finish, withInstallation } from '../../support/faults/finish.ts';
import { createClient, createJournal } from '../../support/faults/journal.ts';
import { both, type FaultCase } from './fault-case.ts';

const behaviours = ['[429]', '[500]', '[stall]', '[stall-after]', '[garbage]', '[drip]', '[reset]'];

const impatience = {
  FRONTDESK_FIRST_TOKEN_TIMEOUT_MS: '1500',
  FRONTDESK_TOKEN_TIMEOUT_MS: '1500',
  FRONTDESK_RUN_TIMEOUT_MS: '8000',
};

/** A failing model fails only its own round, shows no internals, and does not affect the next round. */
const badModels: FaultCase = {
  name: 'model answers 429, 500, garbage or a byte per second, stalls, or resets the connection',
  databases: both,
  run: async ({ kind, installations, mocks }) => {
    const installation = await installations.make(kind);
    return withInstallation(installation, async (start) => {
      const journal = createJournal();
      const service = await start(impatience);
      const client = createClient(service, journal);
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
      await finish({ installation, mocks, journal, services: [service] });
    });
  },
};

/** The end of a round cannot be stored for longer than the service retries. */
const unstorableEnd: FaultCase = {
  name: 'database rejects the end of a round for 20 s',
  databases: both,
  run: async ({ kind, installations, mocks }) => {
    const installation = await installations.make(kind);
    return withInstallation(installation, async (start) => {
      const journal = createJournal();
      const service = await start({ FAULT: 'round-ended@1-6:error=ENOSPC' });
      const client = createClient(service, journal);
      const conversation = await client.newConversation('unstorable');
      assert.equal((await client.ask(conversation, 'first')).json.code, 50_000);
      assert.equal((await client.ask(conversation, 'second')).status, 200, 'the conversation continues');
      await finish({ installation, mocks, journal, services: [service] });
    });
  },
};

export const upstreamCases = [badModels, unstorableEnd];
