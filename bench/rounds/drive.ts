import autocannon from 'autocannon';

export interface Figures {
  roundsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the measured process, for one round. */
  cpuMs: number;
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

const message = (conversationId: string): string =>
  JSON.stringify({
    conversation_id: conversationId,
    messages: [{ role: 'user', content: 'Where is my order?' }],
  });

/** Each round in the next of many existing conversations. */
const inExistingConversations = (ids: readonly string[]): autocannon.Request[] => {
  let next = 0;
  return [
    {
      path: '/v2/conversation/message',
      setupRequest: (request) => ({ ...request, body: message(ids[(next++ * stride) % ids.length]!) }),
    },
  ];
};

/** Two requests for each round: they create a conversation and send its first message. */
const inNewConversations = (): autocannon.Request[] => {
  let next = 0;
  return [
    {
      path: '/v1/conversation',
      setupRequest: (request) => ({ ...request, body: JSON.stringify({ user_id: `new-user-${next++}` }) }),
      onResponse: (_status, body, context) => {
        (context as { id?: string }).id = (JSON.parse(body) as { conversation_id: string }).conversation_id;
      },
    },
    {
      path: '/v2/conversation/message',
      setupRequest: (request, context) => ({ ...request, body: message((context as { id: string }).id) }),
    },
  ];
};

/** Blocking version 2 rounds from 64 connections. `readCpuMs` returns the CPU time that the process has used until now. */
export const driveRounds = async (
  { address, key }: { address: string; key: string },
  readCpuMs: () => Promise<number>,
  { connections = 64, seconds = 8, newConversations = false } = {},
): Promise<Figures> => {
  const requests = newConversations
    ? inNewConversations()
    : inExistingConversations(await createConversations(address, key));
  const run = (durationSeconds: number) =>
    autocannon({
      url: address,
      connections,
      duration: durationSeconds,
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      requests,
    });
  await run(2);
  const cpuBeforeMs = await readCpuMs();
  const result = await run(seconds);
  const cpuMs = (await readCpuMs()) - cpuBeforeMs;
  const rounds = result.requests.total / requests.length;
  return {
    roundsPerSecond: rounds / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMs: cpuMs / rounds,
    errors: result.errors + result.non2xx,
  };
};
