import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import { runCommand } from '../../../src/cli/run-command.ts';
import { loadConfig } from '../../../src/config/index.ts';
import { listen } from '../../support/channels/visitor.ts';
import { openConsoleCalls } from '../../support/console/console-calls.ts';
import { createScriptedModel, textOf } from '../../support/models/scripted-model.ts';
import { testOperatorToken, testService } from '../../support/service/service.ts';

testService(
  'eval run starts a run, prints what failed, writes reports and ends with the exit code for CI',
  () => createScriptedModel((request) => [{ say: `You said: ${textOf(request)}` }]),
  async (service) => {
    const folder = mkdtempSync(join(tmpdir(), 'frontdesk-eval-'));
    const url = await listen(service.app);
    const { call, agent } = await openConsoleCalls(service);
    const { body: set } = await call('POST', `${agent}/test-sets`, { name: 'Basics' });
    const cases = [
      { question: 'hello', expectations: [{ type: 'contains', text: 'You said: hello' }] },
      { question: 'one', expectations: [{ type: 'contains', text: 'one' }] },
      { question: '<two> & "three"', expectations: [{ type: 'contains', text: 'four' }] },
    ];
    const content = cases.map((one) => JSON.stringify(one)).join('\n');
    await call('POST', `${agent}/test-sets/${set.id}/import`, { format: 'jsonl', content });

    const run = async (args: string[], token = testOperatorToken) => {
      const out: string[] = [];
      const errors: string[] = [];
      const code = await runCommand(['eval', 'run', '--url', url, ...args], {
        loadConfig: () => loadConfig({}, join(folder, 'none.yaml')),
        print: (line) => void out.push(line),
        complain: (line) => void errors.push(line),
        readSecret: async () => token,
      });
      return { code, out: out.join('\n'), errors: errors.join('\n') };
    };
    try {
      const junit = join(folder, 'report.xml');
      const json = join(folder, 'report.json');
      const failing = await run(['--set', 'Basics', '--junit', junit, '--json', json]);
      assert.deepEqual([failing.code, failing.errors], [1, '']);
      assert.match(failing.out, /failed: <two> & "three"\n {2}contains: /);
      assert.match(failing.out, /2 of 3 attempts passed: 66\.7 %/);
      const xml = parseDocument(readFileSync(junit, 'utf8'), { xmlMode: true });
      const [suite] = DomUtils.getElementsByTagName('testsuite', xml);
      const { tests, failures, errors } = suite!.attribs;
      assert.deepEqual([tests, failures, errors], ['3', '1', '0']);
      const failed = DomUtils.getElementsByTagName('failure', xml);
      assert.deepEqual(
        failed.map(({ parent }) => (parent as typeof suite)?.attribs.name),
        ['<two> & "three"'],
      );
      const report = JSON.parse(readFileSync(json, 'utf8'));
      assert.deepEqual(
        [report.passed, report.run.passed, report.run.failed, report.cases.length, report.run.startedBy],
        [false, 2, 1, 3, 'command'],
      );

      const enough = await run(['--set', set.id, '--min-pass', '0.6']);
      assert.equal(enough.code, 0, enough.errors + enough.out);

      const unknown = await run(['--set', 'None']);
      assert.deepEqual([unknown.code, /--set: there is no None/.test(unknown.errors)], [1, true]);
      assert.equal((await run(['--set', 'Basics'], 'wrong')).code, 1);
      for (const args of [
        [],
        ['--set', 'Basics', '--min-pass', '2'],
        ['--set', 'Basics', '--repeats', '0'],
        ['--set', 'Basics', '--draft', '--version', '1'],
        ['--set', 'Basics', '--url', 'ftp://x'],
      ])
        assert.equal((await run(args)).code, 2, args.join(' '));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
);
