/**
 * A chat in the terminal: each line is a message, and the reply is printed while the agent writes it.
 *
 *   FRONTDESK_API_KEY=… npx node examples/client/cli-chat.ts
 */
import { createInterface } from 'node:readline/promises';
import { Frontdesk, FrontdeskError } from '../../packages/client/src/index.ts';

const { FRONTDESK_URL = 'http://127.0.0.1:8787', FRONTDESK_API_KEY = '' } = process.env;
const client = new Frontdesk({ baseUrl: FRONTDESK_URL, apiKey: FRONTDESK_API_KEY });
const { conversation_id } = await client.createConversation({ user_id: 'cli' });
const lines = createInterface({ input: process.stdin });

process.stdout.write('> ');
for await (const line of lines) {
  if (line.trim() !== '')
    try {
      const stream = client.streamMessage({ conversation_id, messages: [{ role: 'user', content: line }] });
      for await (const text of stream.texts()) process.stdout.write(text);
    } catch (error) {
      if (!(error instanceof FrontdeskError)) throw error;
      process.stdout.write(`[${error.code}: ${error.message}]`);
    }
  process.stdout.write('\n> ');
}
