import autocannon from 'autocannon';

export interface Figures {
  roundsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  errors: number;
}

const conversationCount = 2048;
/** Odd, so that every conversation is used, and no two neighbours in sequence: users do not write in order. */
const stride = 1031;

const createConversations = async (address: string, key: string): Promise<string[]> => {
  const ids: string[] = [];
  for (let start = 0; start < conversationCount; start += 64)
    ids.push(
      ...(await Promise.all(
        Array.from({ length: 64 }, async (_, index) => {
          const response = await fetch(`${address}/v1/conversation`, {
            method: 'POST',
            headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
            body: JSON.stringify({ user_id: `user-${start + index}` }),
          });
          return ((await response.json()) as { conversation_id: string }).conversation_id;
        }),
      )),
    );
  return ids;
};

/** Blocking version 2 rounds from 64 connections, each in the next of many conversations. */
export const driveRounds = async (
  { address, key }: { address: string; key: string },
  { connections = 64, seconds = 8 }: { connections?: number; seconds?: number } = {},
): Promise<Figures> => {
  const ids = await createConversations(address, key);
  let next = 0;
  const run = (durationSeconds: number) =>
    autocannon({
      url: `${address}/v2/conversation/message`,
      connections,
      duration: durationSeconds,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      requests: [
        {
          setupRequest: (request) => ({
            ...request,
            body: JSON.stringify({
              conversation_id: ids[(next++ * stride) % ids.length],
              messages: [{ role: 'user', content: 'Where is my order?' }],
            }),
          }),
        },
      ],
    });
  await run(2);
  const result = await run(seconds);
  return {
    roundsPerSecond: result.requests.total / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    errors: result.errors + result.non2xx,
  };
};
