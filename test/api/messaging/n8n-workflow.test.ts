import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { readAutomationMessage } from '../../../src/channels/connectors/automation/automation-message.ts';

const folder = join(import.meta.dirname, '../../../examples/n8n');
const text = readFileSync(join(folder, 'answer-with-frontdesk.json'), 'utf8');

interface Node {
  id: string;
  name: string;
  type: string;
  typeVersion: number;
  position: [number, number];
  // biome-ignore lint/suspicious/noExplicitAny: parameters of every type of node
  parameters: any;
  credentials?: object;
}

interface Workflow {
  name: string;
  nodes: Node[];
  connections: Record<string, { main: { node: string; type: string; index: number }[][] }>;
  settings: object;
}

const workflow = JSON.parse(text) as Workflow;
const byName = new Map(workflow.nodes.map((node) => [node.name, node]));

/** An expression of n8n: `={{ … }}`. */
const evaluate = (expression: string, item: object): unknown =>
  runInNewContext(/^=\{\{(.*)\}\}$/s.exec(expression)![1]!, { $json: item, JSON });

test('the workflow has what n8n requires of nodes', () => {
  assert.ok(workflow.name.length > 0);
  assert.equal(byName.size, workflow.nodes.length, 'names are unique');
  assert.equal(new Set(workflow.nodes.map(({ id }) => id)).size, workflow.nodes.length, 'ids are unique');
  for (const { type, typeVersion, position, parameters } of workflow.nodes) {
    assert.match(type, /^n8n-nodes-base\.\w+$/, 'only nodes that every n8n has');
    assert.ok(typeVersion >= 1);
    assert.ok(position.length === 2 && position.every(Number.isFinite));
    assert.equal(typeof parameters, 'object');
  }
});

test('the connections name existing nodes, and every node is reached from a webhook', () => {
  const reached = new Set(
    workflow.nodes.filter(({ type }) => type === 'n8n-nodes-base.webhook').map(({ name }) => name),
  );
  assert.equal(reached.size, 2);
  for (const name of reached)
    for (const { node, type, index } of workflow.connections[name]?.main.flat() ?? []) {
      assert.ok(byName.has(node), node);
      assert.deepEqual([type, index], ['main', 0]);
      reached.add(node);
    }
  assert.deepEqual([...reached].sort(), [...byName.keys()].sort());
  assert.ok(Object.keys(workflow.connections).every((name) => byName.has(name)));
});

test('the workflow contains no secrets and no address of an installation', () => {
  assert.doesNotMatch(text, /hook-|whsec_|Bearer|password|token/i);
  assert.ok(workflow.nodes.every(({ credentials }) => credentials === undefined));
  const hosts = [...text.matchAll(/https?:\/\/([^/"]+)/g)].map(([, host]) => host);
  assert.deepEqual(hosts, ['frontdesk.example.com']);
});

test('the request of the workflow is a message that the service accepts', () => {
  const { parameters } = byName.get('Ask Frontdesk')!;
  assert.deepEqual([parameters.method, parameters.genericAuthType], ['POST', 'httpHeaderAuth']);
  const [{ name, value }] = parameters.queryParameters.parameters;
  assert.equal(name, 'wait');
  assert.ok(Number(value) <= 60 && Number(value) * 1000 < parameters.options.timeout);
  const read = (body: object) =>
    readAutomationMessage(Buffer.from(evaluate(parameters.jsonBody, { body }) as string), () => 'generated');
  assert.deepEqual(read({ text: 'Hello', user_id: 'ada', message_id: 'm' }), {
    messageId: 'm',
    chatId: null,
    text: 'Hello',
    user: { id: 'ada' },
    files: [],
  });
  assert.equal(read({ text: 'Hello', user_id: 7, user_email: 'a@b.example' }).user.email, 'a@b.example');
});

test('the responses of the workflow use fields of the reply', () => {
  const reply = { message_id: 'm', status: 'answered', text: 'Yes', conversation_id: 'c' };
  const body = (node: string) =>
    JSON.parse(evaluate(byName.get(node)!.parameters.responseBody, reply) as string);
  assert.deepEqual(body('Return the reply'), { text: 'Yes', conversation_id: 'c' });
  assert.deepEqual(body('Return the state'), { message_id: 'm', status: 'answered' });
});
