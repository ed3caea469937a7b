import assert from 'node:assert/strict';
import { templateIds } from '../../../src/agent-files/index.ts';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { testService } from '../../support/service/service.ts';
import { eventually } from '../../support/time/eventually.ts';

interface Expected {
  type: string;
  text?: string;
}

for (const template of templateIds)
  testService(
    `the template ${template} answers its test set with the embedded model`,
    {},
    async (service) => {
      const { call, base } = await openConsoleCalls(service);
      const created = await call('POST', `${base}/agent-templates`, { template });
      assert.equal(created.status, 201, created.text);
      assert.deepEqual([created.body.warnings, created.body.secrets], [[], []]);
      const { agent } = created.body;
      const path = `${base}/agents/${agent.id}`;
      await eventually('the documents are indexed', async () => {
        const { items } = (await call('GET', `${path}/documents`)).body;
        return items.every(({ status }: { status: string }) => status === 'ACTIVE');
      });
      if (agent.kind === 'flow') assert.equal((await call('GET', `${path}/flow`)).body.publishedVersion, 1);

      const [set] = (await call('GET', `${path}/test-sets`)).body.items;
      const { items: cases } = (await call('GET', `${path}/test-sets/${set.id}/cases`)).body;
      assert.ok(cases.length >= 2);
      for (const { turns, expectations } of cases) {
        const tried = await call('POST', `${path}/try`, { text: turns[0].text });
        assert.equal(tried.status, 200, tried.text);
        for (const { text } of (expectations as Expected[]).filter(({ type }) => type === 'contains')) {
          const trace = tried.text.split('event: trace\ndata: ')[1]!;
          const { answer } = JSON.parse(trace.split('\n\n')[0]!);
          assert.ok(answer.includes(text), `${turns[0].text}: ${answer}`);
        }
      }
    },
  );

testService('an unknown template is refused', {}, async (service) => {
  const { call, base } = await openConsoleCalls(service);
  const answer = await call('POST', `${base}/agent-templates`, { template: '../../package' });
  assert.deepEqual([answer.status, /template/.test(answer.body.message)], [400, true]);
});
