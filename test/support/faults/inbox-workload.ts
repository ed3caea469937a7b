import assert from 'node:assert/strict';
import { closedHours, inboxWithHours } from '../handoff/opening-hours.ts';
import { operatorOfInstallations } from './installation.ts';
import { type Client, UnexpectedAnswer } from './journal.ts';
import { once, readAgents, type Workload } from './workload-steps.ts';

/** The agent of this name, whose share page is open and whose users are answered in the inbox. */
const provideAgent = async (client: Client, name: string, inbox: object): Promise<string> => {
  const find = async () => (await readAgents(client)).agents.find((agent) => agent.name === name);
  const { workspace } = await readAgents(client);
  if (!(await find())) await client.read('POST', `${workspace}/agents`, { name });
  const { id, version } = (await find())!;
  await once(client, `configure ${name}`, [
    'PATCH',
    `${workspace}/agents/${id}`,
    {
      version,
      settings: {
        humanService: { type: 'inbox', firstReplySeconds: 3600, idleSeconds: 3600, inbox },
        channels: { enabled: { share: true } },
      },
    },
  ]);
  return id;
};

/** A visitor of the share page who asks for a person. */
const askOnPage = async (client: Client, agentId: string, name: string) => {
  const root = `/channels/${agentId}`;
  const opened = await once(client, `${name} session`, ['POST', `${root}/session`, { channel: 'SHARE' }]);
  const headers = { authorization: `Bearer ${opened.json.token}` };
  const visit = (step: string, path: string, body: object) =>
    once(client, `${name} ${step}`, ['POST', root + path, body, { ...headers, 'idempotency-key': step }]);
  const { json } = await visit('conversation', '/conversations', {});
  const conversation_id = json.conversation_id as string;
  await visit('handoff', '/handoff', { conversation_id, email: `${name}@example.com` });
  const { workspace } = await readAgents(client);
  const sessions = `${workspace}/inbox/sessions`;
  for (const queue of ['open', 'left_message', 'closed']) {
    const { items } = (await client.read('GET', `${sessions}?queue=${queue}&limit=100`)).json;
    const found = (items as { id: string; conversationId: string }[]).find(
      (one) => one.conversationId === conversation_id,
    );
    if (found) return { visit, conversation_id, id: found.id, session: `${sessions}/${found.id}` };
  }
  throw new UnexpectedAnswer(`${name}: the session is in no queue`);
};

const expectHumanTexts = async (
  client: Client,
  { agentId, conversationId }: { agentId: string; conversationId: string },
  expected: readonly string[],
): Promise<void> => {
  const { workspace } = await readAgents(client);
  const path = `${workspace}/agents/${agentId}/conversations/${conversationId}/messages?pageSize=100`;
  const items = (await client.read('GET', path)).json.items as { role: string; text: string }[];
  const texts = items.filter(({ role }) => role === 'human').map(({ text }) => text);
  assert.deepEqual(texts, expected, 'each reply of a person is in the transcript once');
};

const survey = { ...inboxWithHours(null), survey: true };

/** An operator takes a session, replies and hands it back; the user rates it. */
const handBack: Workload = async (client) => {
  const agentId = await provideAgent(client, 'Open desk', survey);
  const page = await askOnPage(client, agentId, 'rater');
  const { visit, conversation_id, id, session } = page;
  await once(client, 'take', ['POST', `${session}/take`, undefined, operatorOfInstallations.headers]);
  await visit('message', '/messages', { conversation_id, text: 'rater to the person' });
  await client.step('reply to rater', 'POST', `${session}/replies`, { text: 'A reply to rate' });
  await once(client, 'hand back', ['POST', `${session}/hand-back`, { note: 'The user likes tea' }]);
  await visit('rating', '/handoff/rating', { conversation_id, session_id: id, rating: 4, comment: 'Good' });
  await visit('message to the agent', '/messages', { conversation_id, text: 'rater to the agent' });
  await expectHumanTexts(client, { agentId, conversationId: conversation_id }, ['A reply to rate']);
  const { json } = await client.read('GET', session);
  const { stars, comment } = json.rating as { stars: number; comment: string };
  assert.deepEqual(
    [json.status, json.closeNote, stars, comment],
    ['closed', 'The user likes tea', 4, 'Good'],
  );
  assert.equal((json.assignee as { id: string }).id, operatorOfInstallations.id);
};

/** A user leaves a message outside the opening hours and gets the reply by e-mail. */
const leaveMessage: Workload = async (client) => {
  const agentId = await provideAgent(client, 'Closed desk', inboxWithHours(closedHours));
  const page = await askOnPage(client, agentId, 'leaver');
  const { visit, conversation_id, session } = page;
  await visit('left message', '/handoff/message', { conversation_id, text: 'Please call me' });
  await client.step('reply by e-mail', 'POST', `${session}/replies`, { text: 'We have written to you' });
  await once(client, 'close left message', ['POST', `${session}/close`, {}]);
  await expectHumanTexts(client, { agentId, conversationId: conversation_id }, ['We have written to you']);
  const { json } = await client.read('GET', session);
  assert.equal(json.status, 'closed');
};

/** People answer in the inbox of the console. */
export const inbox: Workload = async (client) => {
  const { workspace, agents } = await readAgents(client);
  const settings = { humanService: { type: 'inbox' } };
  const { id, version } = agents[0]!;
  await client.read('PATCH', `${workspace}/agents/${id}`, { version, settings });
  const conversation = await client.newConversation('inbox');
  await client.ask(conversation, 'Give me a real person', 'webhook');
  const sessions = `${workspace}/inbox/sessions`;
  const list = async (queue: string) =>
    (await client.read('GET', `${sessions}?queue=${queue}`)).json.items as {
      id: string;
      conversationId: string;
    }[];
  const session = [...(await list('open')), ...(await list('closed'))].find(
    (one) => one.conversationId === conversation,
  );
  if (!session) throw new UnexpectedAnswer('The session is in no queue');
  const replies = `${sessions}/${session.id}/replies`;
  await client.step('inbox reply', 'POST', replies, { text: 'Here I am' });
  await client.ask(conversation, 'for the person in the inbox', 'webhook');
  await client.step('second inbox reply', 'POST', replies, { text: 'Is that all?' });
  await client.step('leave the inbox', 'POST', '/v1/human/leave', { conversation_id: conversation });
  await client.ask(conversation, 'the agent after the inbox', 'webhook');
  await handBack(client);
  await leaveMessage(client);
};
