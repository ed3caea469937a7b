import { type ConsoleCalls, openConsoleCalls } from '../console/console-calls.ts';
import type { TestService } from '../service/service.ts';
import { type HandoffBench, withHandoff } from './with-handoff.ts';

/** Human service settings of an agent whose users operators answer in the console. */
export const inboxSettings = {
  type: 'inbox' as const,
  baseUrl: null,
  phrases: ['talk to a human'],
  firstReplySeconds: 3600,
};

export interface InboxStage {
  service: TestService;
  bench: HandoffBench;
  console: ConsoleCalls;
  inbox: string;
  /** A conversation whose user has asked for a person, and its session. */
  ask(): Promise<{ conversationId: string; session: string; id: string }>;
  /** What the user got from people. */
  replies(): string[];
}

/** A service whose agent uses the inbox. */
export const withInbox = (service: TestService, work: (stage: InboxStage) => Promise<void>): Promise<void> =>
  withHandoff(service, inboxSettings, async (bench) => {
    const console = await openConsoleCalls(service);
    const inbox = `${console.base}/inbox`;
    await work({
      service,
      bench,
      console,
      inbox,
      ask: async () => {
        const conversationId = await service.newConversation();
        await bench.send(conversationId, 'I want to talk to a human');
        const { items } = (await console.call('GET', `${inbox}/sessions?queue=waiting&limit=100`)).body;
        const { id } = items.find((one: { conversationId: string }) => one.conversationId === conversationId);
        return { conversationId, id, session: `${inbox}/sessions/${id}` };
      },
      replies: () =>
        bench.user.calls
          .map(({ body }) => JSON.parse(body))
          .filter(({ output }) => output?.[0]?.from_component_name === 'Human service')
          .map(({ output }) => output[0].content.text),
    });
  });
