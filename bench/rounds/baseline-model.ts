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
  const pool = new Pool(new URL(url).origin, { connections: 2048 });
  return async function* ask(question) {
    const { body } = await pool.request({
      method: 'POST',
      path: `${new URL(url).pathname}/chat/completions`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: 'stub', stream: true, messages: [{ role: 'user', content: question }] }),
    });
    let rest = '';
    for await (const piece of body.setEncoding('utf8')) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        if (!line.startsWith('data: {')) continue;
        const delta = JSON.parse(line.slice(6)).choices?.[0]?.delta?.content;
        if (delta) yield delta as string;
      }
    }
  };
};
