import type { Agent } from '../agents/index.ts';
import type { Clock } from '../lib/clock.ts';
import { AppError } from '../lib/errors.ts';
import { newId } from '../lib/ids.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import type { AddressTarget } from './delivery.ts';
import { postDelivery } from './post-delivery.ts';
import { receiverOf } from './receiver.ts';
import type { ReleaseWaiting } from './release-waiting.ts';

export interface TestCall {
  /** The called address. The human service has three: establish, chat and close. */
  name: 'message' | 'establish' | 'chat' | 'close';
  url: string;
  ok: boolean;
  httpStatus: number | null;
  latencyMs: number;
  /** Why it failed. */
  error: string | null;
  /** Start of the answer. */
  excerpt: string;
}

const shownCharacters = 500;

interface SendTestDependencies {
  safeFetch: SafeFetch;
  clock: Clock;
  timeoutMs: number;
  releaseWaiting: ReleaseWaiting;
}

interface TestBody {
  name: TestCall['name'];
  path: string;
  body: object;
}

/** Bodies for the addresses of a target, in the format of real calls. No conversation has this id. */
const testBodies = ({ id, settings }: Agent, target: AddressTarget): TestBody[] => {
  if (target === 'message') return [{ name: 'message', path: '', body: { type: 'test', bot_id: id } }];
  const conversation_id = 'test';
  const user_info = { phone: '', email: '', user_id: 'test', anonymous_id: '' };
  const question = { message_type: 'QUESTION', text: 'Test of the connection' };
  return [
    {
      name: 'establish',
      path: '/conversation/establish',
      body: { conversation_id, email: '', bot_id: id, body: [question], user_info },
    },
    { name: 'chat', path: settings.humanService.chatPath, body: { conversation_id, body: question.text } },
    { name: 'close', path: '/conversation/close', body: { conversation_id, type: 'USER_CLOSED' } },
  ];
};

/**
 * Sends calls with `test: true`, with the authorization and signatures of real deliveries: one to the
 * webhook address, or one to each of the three addresses of the human service. They are not stored or retried.
 * If all succeed, the deliveries that wait for the address are released.
 */
export const createSendTest =
  ({ safeFetch, clock, timeoutMs, releaseWaiting }: SendTestDependencies) =>
  async (agent: Agent, target: AddressTarget): Promise<TestCall[]> => {
    const field = target === 'message' ? 'webhook.url' : 'humanService.baseUrl';
    const send = async ({ name, path, body }: TestBody): Promise<TestCall> => {
      const receiver = receiverOf(agent, target, path);
      if (!receiver)
        throw new AppError('invalidParameter', `settings.${field} must be set before it can be tested`);
      const nowMs = clock.nowMs();
      const startedAt = performance.now();
      const { httpStatus, error, excerpt } = await postDelivery(safeFetch, {
        receiver,
        id: `test-${newId(nowMs)}`,
        nowMs,
        timeoutMs,
        body: JSON.stringify({ ...body, timestamp: nowMs, test: true }),
        signal: AbortSignal.timeout(timeoutMs * 2),
      });
      const latencyMs = Math.round(performance.now() - startedAt);
      return {
        name,
        url: receiver.url,
        ok: error === null,
        httpStatus,
        latencyMs,
        error,
        excerpt: excerpt.slice(0, shownCharacters),
      };
    };
    const calls: TestCall[] = [];
    // In the order of a human session, as in real calls.
    for (const one of testBodies(agent, target)) calls.push(await send(one));
    if (calls.every(({ ok }) => ok)) await releaseWaiting({ agentId: agent.id, target, connectionId: null });
    return calls;
  };
