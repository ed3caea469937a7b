import assert from 'node:assert/strict';
import { createFlowAgent, edge, reply, start } from '../flows/flow-agent.ts';
import type { TestService } from '../service/service.ts';
import type { KnownIds } from './make-attack.ts';
import { canary, type Intruder } from './tenants.ts';

/** Continues with the next node whether a component succeeds or fails. */
const chain = (nodes: { id: string; type: string }[]) => ({
  nodes,
  edges: nodes.slice(1).flatMap(({ id }, index) => {
    const { id: from, type } = nodes[index]!;
    return type === 'start' ? [edge(from, id)] : [edge(from, id), edge(from, id, 'failure')];
  }),
});

/** A flow that names another tenant's data finds and changes nothing there. */
export const runForeignFlow = async (
  service: TestService,
  { groupIds, dataIds, tableId, recordId, agentId }: KnownIds,
  { workspaceId }: Intruder,
): Promise<void> => {
  const agent = await createFlowAgent(service, { workspaceId });
  const search = { id: 'search', name: 'Search', type: 'retrieval', query: 'Who sings?', saveAs: 'found' };
  const table = { table: tableId, values: { number: 'stolen' } };
  await agent.publish(
    chain([
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
    ]),
  );
  const { status, text } = await agent.send(await agent.newConversation('eve'), 'Who sings?');
  assert.equal(status, 200, text);
  assert.match(text, /found .*, looked .*, changed /);
  assert.ok(!text.includes(canary), text);
  const steps = await agent.trace();
  for (const name of ['Look', 'Change'])
    assert.ok(steps.find((step) => step.name === name)?.error, `${name} reached the table of another tenant`);

  const call = { id: 'call', name: 'Call', type: 'sub-flow', agentId, saveAs: 'result' };
  await assert.rejects(agent.publish(chain([start, call, reply('say', '{{result}}')])), /40000/);
};
