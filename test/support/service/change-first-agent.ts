import assert from 'node:assert/strict';
import { testOperatorToken } from './service.ts';
import type { ServiceProcess } from './service-process.ts';

/** Changes settings of the agent that the service starts with, over the management API. */
export const changeFirstAgent = async ({ address }: ServiceProcess, settings: object): Promise<void> => {
  const headers = { authorization: `Bearer ${testOperatorToken}`, 'content-type': 'application/json' };
  // biome-ignore lint/suspicious/noExplicitAny: bodies of the management API
  const read = async (path: string): Promise<any> =>
    (await fetch(`${address}/console/api${path}`, { headers })).json();
  const [workspace] = (await read('/workspaces')).items;
  const path = `/workspaces/${workspace.id}/agents`;
  const [agent] = (await read(path)).items;
  const response = await fetch(`${address}/console/api${path}/${agent.id}`, {
    method: 'PATCH',
    headers,
    body: JSON.stringify({ version: agent.version, settings }),
  });
  assert.equal(response.status, 200, await response.text());
};
