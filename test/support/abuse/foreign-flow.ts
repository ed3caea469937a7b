import assert from 'node:assert/strict';
import { createFlowAgent, edge, reply, start } from '../flows/flow-agent.ts';
import type { TestService } from '../service/service.ts';
import { canary } from './canary.ts';
import type { KnownIds } from './make-attack.ts';
import type { Intruder } from './tenants.ts';

/** Continues with the next node whether a component succeeds or fails. */
const chain = (nodes: { id: string; type: string }[]) => ({
  nodes,
  edges: nodes.slice(1).flatMap(({ id }, index) => {
    const { id: from, type } = nodes[index]!;
    return type === 'start' ? [edge(from, id)] : [edge(from, id), edge(from, id, 'failure')];
  }),
});

/** Stores a version without the checks of publishing, like one whose data was deleted or moved since. */
const publishUnchecked = async (service: TestService, agentId: string): Promise<void> => {
  const { query } = service.app.db;
  const { draft } = await query
    .selectFrom('flows')
    .select('draft')
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow();
  const row = { agent_id: agentId, version: 1, graph: draft, note: '', created_by: 'test', created_at: 1 };
  await query.insertInto('flow_versions').values(row).execute();
  await query.updateTable('flows').set({ published_version: 1 }).where('agent_id', '=', agentId).execute();
};

/** A flow that names another tenant's data cannot be published, and finds and changes nothing there. */
export const runForeignFlow = async (
  service: TestService,
  { groupIds, dataIds, tableId, recordId, agentId }: KnownIds,
  { workspaceId }: Intruder,
): Promise<void> => {
  const agent = await createFlowAgent(service, { workspaceId });
  const search = { id: 'search', name: 'Search', type: 'retrieval', query: 'Who sings?', saveAs: 'found' };
  const table = { table: tableId, values: { number: 'stolen' } };
  const graph = chain([
    start,
    { ...search, groupIds: [groupIds], dataIds: [dataIds] } as typeof search,
    {
      id: 'look',
      name: 'Look',
      type: 'table-lookup',
      saveAs: 'looked',
      table: tableId,
    } as typeof start,
    {
      id: 'change',
      name: 'Change',
      type: 'table-update',
      saveAs: 'changed',
      recordId,
      ...table,
    } as typeof start,
    reply('say', 'found {{found}}, looked {{looked}}, changed {{changed}}'),
  ]);
  const refused = await agent.publish(graph).catch(String);
  for (const message of [
    `groupIds: the agent has no knowledge base \\"${groupIds}\\"`,
    `dataIds: the agent has no document \\"${dataIds}\\"`,
    `node \\"look\\" (Look): table: the agent has no table \\"${tableId}\\"`,
    `node \\"change\\" (Change): table: the agent has no table \\"${tableId}\\"`,
  ])
    assert.ok(String(refused).includes(message), `${refused} does not include ${message}`);
  await publishUnchecked(service, agent.agentId);
  const { status, text } = await agent.send(await agent.newConversation('eve'), 'Who sings?');
  assert.equal(status, 200, text);
  assert.match(text, /found .*, looked .*, changed /);
  assert.ok(!text.includes(canary), text);
  const steps = await agent.trace();
  for (const name of ['Search', 'Look', 'Change'])
    assert.ok(steps.find((step) => step.name === name)?.error, `${name} reached the table of another tenant`);

  const call = { id: 'call', name: 'Call', type: 'sub-flow', agentId, saveAs: 'result' };
  await assert.rejects(agent.publish(chain([start, call, reply('say', '{{result}}')])), /40000/);
};
