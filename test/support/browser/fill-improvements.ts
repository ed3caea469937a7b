import assert from 'node:assert/strict';
import { eventually } from '../time/eventually.ts';
import type { ConsoleStage } from './console-stage.ts';

/** Addresses of a test set with one case, and of its completed run. */
export interface FilledImprovements {
  testSet: string;
  testRun: string;
}

/** A test set that publishing requires, its run, two versions and a draft of the agent, and a view. Names are Chinese. */
export const fillImprovements = async ({
  call,
  workspaceId,
  agentId,
}: ConsoleStage): Promise<FilledImprovements> => {
  const must = async (...request: Parameters<typeof call>) => {
    const { status, body, text } = await call(...request);
    assert.ok(status < 300, `${request[1]} ${status}: ${text}`);
    return body;
  };
  const agent = `/workspaces/${workspaceId}/agents/${agentId}`;
  const sets = `${agent}/test-sets`;
  const set = await must('POST', sets, { name: '营业时间', description: '开门和关门', requiredPassRate: 1 });
  await must('POST', `${sets}/${set.id}/cases`, {
    turns: [
      {
        text: '京都的店几点开门？',
        files: [{ name: '地图.txt', base64Content: Buffer.from('京都').toString('base64') }],
      },
    ],
    expectations: [{ type: 'contains', text: '九点' }],
  });
  const run = await must('POST', `${sets}/${set.id}/runs`, {});
  await eventually('the test run has ended', async () => {
    const { status } = await must('GET', `${sets}/${set.id}/runs/${run.id}`);
    return status === 'completed';
  });
  await must('PUT', `${agent}/drafts`, { enabled: true });
  const { version } = await must('GET', agent);
  await must('PATCH', agent, { version, settings: { prompt: '请用一句话回答。' }, note: '更短' });
  await must('POST', `/workspaces/${workspaceId}/conversation-views/shared`, {
    name: '失败',
    filters: { failed: 'yes' },
  });
  return {
    testSet: `agent:/test-sets/${set.id}`,
    testRun: `agent:/test-sets/${set.id}/runs/${run.id}`,
  };
};
