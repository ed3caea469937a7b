import { Pool } from 'undici';
import { replyDeltas } from '../support/instant-model.ts';

async function* instant(): AsyncGenerator<string> {
  yield* replyDeltas;
}

/** In process, or a server with the chat-completions API, read in the simplest way. */
export const createBaselineModel = (
  url: string | undefined,
): ((question: string) => AsyncGenerator<string>) => {
  if (!url) return instant;
  const pool = new Pool(new URL(url).origin, { connections: 128 });
  return async function* ask(question) {
    const { body } = await pool.request({
      method: 'POST',
      path: `${new URL(url).pathname}/chat/completions`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'stub', stream: true, messages: [{ role: 'user', content: question }] }),
    });
    for (const line of (await body.text()).split('\n')) {
      if (!line.startsWith('data: {')) continue;
      const delta = JSON.parse(line.slice(6)).choices?.[0]?.delta?.content;
      if (delta) yield delta as string;
    }
  };
};
