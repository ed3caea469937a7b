import { readStream, type StreamTimes } from './read-stream.ts';

/** Calls the model server directly, as the service does. */
export const askModel = (modelUrl: string): Promise<StreamTimes> =>
  readStream({
    url: `${modelUrl}/chat/completions`,
    headers: {},
    body: { model: 'stub', stream: true, messages: [{ role: 'user', content: 'Where is my order?' }] },
    textOf: (data) => (data.startsWith('{') ? JSON.parse(data).choices?.[0]?.delta?.content : undefined),
    isEnd: (data) => data === '[DONE]',
  });

/** The same question through the service, as a version 2 stream. */
export const askService = (address: string, key: string, conversationId: string): Promise<StreamTimes> =>
  readStream({
    url: `${address}/v2/conversation/message`,
    headers: { authorization: `Bearer ${key}` },
    body: {
      conversation_id: conversationId,
      response_mode: 'streaming',
      messages: [{ role: 'user', content: 'Where is my order?' }],
    },
    // Checks only the beginning: parsing every event twice would take CPU time from the service.
    textOf: (data) => (data.startsWith('{"code":3,') ? JSON.parse(data).data : undefined),
    isEnd: (data) => data.startsWith('{"code":0,'),
  });

export const createConversations = async (address: string, key: string, count: number): Promise<string[]> => {
  const ids: string[] = [];
  while (ids.length < count) {
    const batch = Array.from({ length: Math.min(50, count - ids.length) }, async (_, index) => {
      const response = await fetch(`${address}/v1/conversation`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ user_id: `user-${ids.length + index}` }),
      });
      return ((await response.json()) as { conversation_id: string }).conversation_id;
    });
    ids.push(...(await Promise.all(batch)));
  }
  return ids;
};
