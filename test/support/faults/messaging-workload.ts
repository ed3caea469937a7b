import assert from 'node:assert/strict';
import { type Client, UnexpectedAnswer } from './journal.ts';
import { once, readAgents, until, type Workload } from './workload-steps.ts';

const botToken = `4711471147:${'F'.repeat(35)}`;
const questions = ['first by a platform', 'second by a platform', 'third by a platform'];

interface TelegramState {
  secret: string;
  texts: string[];
}

/** What the bot of the test got. */
const readState = async ({ service }: Client): Promise<TelegramState> => {
  const url = service.settings.FRONTDESK_PLATFORM_URLS!.replace('telegram=', '');
  return (await (await fetch(`${url}/state`)).json()) as TelegramState;
};

const updateOf = (text: string, index: number) => ({
  update_id: 100 + index,
  message: {
    message_id: index,
    from: { id: 7, is_bot: false, first_name: 'Ada' },
    chat: { id: 7, type: 'private' },
    date: 1_790_000_000,
    text,
  },
});

/** Messages of a user of Telegram. A request without an answer is repeated, as Telegram does. */
export const messaging: Workload = async (client) => {
  const { workspace, agents } = await readAgents(client);
  const agentPath = `${workspace}/agents/${agents[0]!.id}`;
  const path = `${agentPath}/channel-connections`;
  const find = async () => (await client.read('GET', path)).json.items as { id: string }[];
  if ((await find()).length === 0)
    await client.read('POST', path, { platform: 'telegram', name: 'Bot', fields: { botToken } });
  const [connection] = await find();
  if (!connection) throw new UnexpectedAnswer('The bot was not connected');
  const before = client.journal.answered.get('texts before');
  const { secret, texts } = await readState(client);
  const countBefore = before ? Number(before.text) : texts.length;
  client.journal.answered.set('texts before', { status: 200, text: String(countBefore), json: {} });
  const headers = { 'x-telegram-bot-api-secret-token': secret };
  for (const [index, text] of questions.entries())
    await once(client, text, ['POST', `/channels/inbound/${connection.id}`, updateOf(text, index), headers]);
  await until('every message is answered', async () => {
    // Fails if the process has died, so that the workload does not wait for it.
    await find();
    const { texts: got } = await readState(client);
    return got.length - countBefore >= questions.length;
  });
  const { texts: got } = await readState(client);
  assert.equal(got.length - countBefore, questions.length, 'every message is answered once');
  const { items } = (await client.read('GET', `${agentPath}/conversations?channel=MESSAGING_APP_2`)).json;
  const [conversation] = items as { id: string }[];
  const messages = await client.read('GET', `${agentPath}/conversations/${conversation!.id}/messages`);
  const asked = (messages.json.items as { role: string; text: string }[])
    .filter(({ role }) => role === 'user')
    .map(({ text }) => text);
  assert.deepEqual(asked, questions, 'messages keep their order');
};
