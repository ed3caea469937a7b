import { type ReceivedCall, type Receiver, startReceiver } from '../servers/receiver.ts';
import type { TestService } from '../service/service.ts';
import { eventually } from '../time/eventually.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape
type Body = any;

export interface HandoffBench {
  /** The developer's webhook receiver. */
  user: Receiver;
  /** The developer's human service. */
  desk: Receiver;
  /** Bodies that the receiver got, without events of these names. Waits for this many. */
  read(count: number, without?: readonly string[]): Promise<Body[]>;
  /** Calls that the human service got: `establish`, `chat` or `close`, with the body. Waits for this many. */
  heard(count: number): Promise<{ call: string; id: string; body: Body }[]>;
  send(
    conversationId: string,
    text: string,
    options?: { mode?: string; version?: 1 | 2 },
  ): ReturnType<TestService['call']>;
  reply(conversationId: string, body: string, timestamp?: number): ReturnType<TestService['call']>;
  close(): Promise<void>;
}

const lastStep = (path: string): string => path.split('/').at(-1)!;

export const bodyOf = ({ body }: ReceivedCall): Body => JSON.parse(body);

/** Longer than any test takes, so that no deadline passes unless the test asks for it. */
const longDeadlines = { firstReplySeconds: 3600, idleSeconds: 3600 };

/** A service whose agent has a webhook receiver and a human service, both under the test's control. */
export const withHandoff = async (
  service: TestService,
  humanService: Record<string, unknown>,
  work: (bench: HandoffBench) => Promise<void>,
): Promise<void> => {
  const user = await startReceiver();
  const desk = await startReceiver();
  await service.configure({
    webhook: { url: user.url },
    humanService: { baseUrl: desk.url, ...longDeadlines, ...humanService },
  });
  const bench: HandoffBench = {
    user,
    desk,
    read: async (count, without = []) => {
      const bodies = (): Body[] => user.calls.map(bodyOf).filter(({ event }) => !without.includes(event));
      await eventually(`the user read ${count} messages`, () => bodies().length >= count);
      return bodies();
    },
    heard: async (count) => {
      // Each call has a body. A request without one is for a server of another process that had this port before.
      const called = () => desk.calls.filter(({ body }) => body !== '');
      await eventually(`the human service was called ${count} times`, () => called().length >= count);
      return called().map((call) => ({
        call: lastStep(call.path),
        id: String(call.headers['webhook-id']),
        body: bodyOf(call),
      }));
    },
    send: (conversation_id, text, { mode = 'webhook', version = 2 } = {}) =>
      service.call('POST', `/v${version}/conversation/message`, {
        conversation_id,
        response_mode: mode,
        ...(version === 1 ? { text } : { messages: [{ role: 'user', content: text }] }),
      }),
    reply: (conversation_id, body, timestamp = Date.now()) =>
      service.call('POST', '/v1/human/message/receive', { conversation_id, timestamp, body }),
    close: async () => {
      await user.close();
      await desk.close();
    },
  };
  try {
    await work(bench);
  } finally {
    await bench.close();
  }
};
