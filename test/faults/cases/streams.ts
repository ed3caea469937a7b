import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { finish, withInstallation } from '../../support/faults/finish.ts';
import { createClient, createJournal } from '../../support/faults/journal.ts';
import { readEvents } from '../../support/service/service.ts';
import { both, type FaultCase } from './fault-case.ts';

const streamCount = 100;

const lastCode = (text: string): number | undefined => readEvents(text).at(-1)?.code;

/** SIGTERM lets every started reply finish. */
const stopUnderStreams: FaultCase = {
  name: `SIGTERM under ${streamCount} streams`,
  databases: both,
  run: async ({ kind, installations, mocks }) => {
    const installation = await installations.make(kind);
    return withInstallation(installation, async (start) => {
      const journal = createJournal();
      const service = await start();
      const client = createClient(service, journal);
      const streams = Array.from({ length: streamCount }, async (_, index) => {
        const conversation = await client.newConversation(`stream ${index}`);
        return client.ask(conversation, `[slow] stream ${index}`, 'streaming');
      });
      const acknowledged = () => [...journal.messages.values()].filter(({ messageId }) => messageId).length;
      while (acknowledged() < streamCount) await delay(10);
      const ended = service.terminate();
      for (const { text } of await Promise.all(streams))
        assert.equal(lastCode(text), 0, 'the reply is complete');
      assert.equal(await ended, 0);
      await finish({ installation, mocks, journal, services: [await start()], output: service.output() });
    });
  },
};

const readSome = async (response: Response, events: number): Promise<string> => {
  let text = '';
  for await (const bytes of response.body!) {
    text += Buffer.from(bytes).toString();
    if (readEvents(text.slice(0, text.lastIndexOf('\n\n') + 2)).length >= events) return text;
  }
  return text;
};

/** A client that disconnects after any event can read the remaining events later, and the reply is complete. */
const goneClients: FaultCase = {
  name: 'client disconnects after each event',
  databases: both,
  run: async ({ kind, installations, mocks }) => {
    const installation = await installations.make(kind);
    return withInstallation(installation, async (start) => {
      const journal = createJournal();
      const service = await start();
      const client = createClient(service, journal);
      const conversation = await client.newConversation('gone');
      const whole = await client.ask(conversation, '[slow] whole', 'streaming');
      const eventCount = readEvents(whole.text).length;
      await Promise.all(
        Array.from({ length: eventCount }, async (_, gone) => {
          const own = await client.newConversation(`gone ${gone}`);
          const text = `[slow] gone after ${gone + 1}`;
          journal.messages.set(text, { mode: 'streaming', messageId: undefined });
          const body = {
            conversation_id: own,
            response_mode: 'streaming',
            messages: [{ role: 'user', content: text }],
          };
          const leaving = new AbortController();
          const response = await service.fetch('POST', '/v2/conversation/message', body, {
            signal: leaving.signal,
          });
          const seen = readEvents(await readSome(response, gone + 1));
          leaving.abort();
          const { message_id: messageId } = seen[0]!.data as { message_id: string };
          journal.messages.get(text)!.messageId = messageId;
          const path = `/v1/conversation/message/stream?message_id=${messageId}&after=${gone + 1}`;
          const rest = await client.read('GET', path);
          const ids = [...seen.slice(0, gone + 1), ...readEvents(rest.text)].map(({ id }) => id);
          assert.deepEqual(
            ids,
            Array.from({ length: eventCount }, (_unused, index) => index + 1),
          );
        }),
      );
      await finish({ installation, mocks, journal, services: [service] });
    });
  },
};

export const streamCases = [stopUnderStreams, goneClients];
