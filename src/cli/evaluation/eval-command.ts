import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { createSafeFetch } from '../../lib/safe-fetch/index.ts';
import { type Command, type CommandContext, readArguments, required, UsageError } from '../command.ts';
import { junitReport, type ReportedCase } from './junit-report.ts';
import { createManagementApi, type ManagementApi } from './management-api.ts';

const help = `Run a test set of an agent in a running service, and wait for the result.

  frontdesk eval run --set ID|NAME [--agent ID|NAME] [--workspace ID|NAME] [--url URL] [--min-pass SHARE]
                     [--draft | --version NUMBER] [--repeats NUMBER] [--junit FILE] [--json FILE]
                     [--timeout-minutes NUMBER]

The first line of the standard input is an operator token with the role editor (see "frontdesk help token"):

  printenv FRONTDESK_TOKEN | frontdesk eval run --set Smoke --agent Support --min-pass 0.95 --junit report.xml

--workspace and --agent are optional if there is only one. --url is the address of the service, by default the one of this
machine. --min-pass is the share of attempts that must pass, by default 1. --draft tests the draft of the agent.

The exit code is 0 if enough attempts passed, and 1 if not, if the run failed, or after --timeout-minutes (by default 60).`;

const pollMs = 500;
/** Cases whose reasons are read. All cases are counted. */
const mostReasons = 200;

interface RunView {
  id: string;
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled';
  version: number;
  attempts: number;
  passed: number;
  failed: number;
  errors: number;
  passRate: { rate: number; low: number; high: number } | null;
  regressions: number;
  credits: string;
  error: { code: string; detail: string } | null;
  startedAt: string | null;
  endedAt: string | null;
}

interface CaseView {
  number: number;
  label: string;
  passed: number;
  failed: number;
  errors: number;
  change: string;
}

interface ResultsView {
  expectations: { type: string }[];
  results: {
    repeat: number;
    outcomes: { status: string; code: string; detail: string }[];
    error: { code: string; detail: string } | null;
  }[];
}

const readNumber = (
  text: string | undefined,
  name: string,
  { least, most, isWhole = true }: { least: number; most: number; isWhole?: boolean },
): number | undefined => {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (text.trim() === '' || !(value >= least && value <= most) || (isWhole && !Number.isInteger(value)))
    throw new UsageError(`${name} must be a ${isWhole ? 'whole ' : ''}number from ${least} to ${most}`);
  return value;
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

const readReasons = async (api: ManagementApi, path: string): Promise<string[]> => {
  const { expectations, results } = await api.call<ResultsView>('GET', path);
  return results.flatMap(({ repeat, outcomes, error }) => {
    const label = results.length === 1 ? '' : `Attempt ${repeat}: `;
    if (error) return [`${label}${error.code} ${error.detail}`.trim()];
    return outcomes.flatMap(({ status, code, detail }, index) =>
      status === 'passed' ? [] : [`${label}${expectations[index]?.type ?? ''}: ${code} ${detail}`.trim()],
    );
  });
};

const readCases = async (api: ManagementApi, path: string): Promise<(CaseView & ReportedCase)[]> => {
  const cases = await api.listAll<CaseView>(`${path}/cases`);
  const reported: (CaseView & ReportedCase)[] = [];
  let read = 0;
  for (const one of cases) {
    const needsReasons = one.failed + one.errors > 0 && read < mostReasons;
    if (needsReasons) read += 1;
    reported.push({
      ...one,
      reasons: needsReasons ? await readReasons(api, `${path}/cases/${one.number}`) : [],
    });
  }
  return reported;
};

const waitForEnd = async (api: ManagementApi, path: string, timeoutMs: number): Promise<RunView> => {
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const run = await api.call<RunView>('GET', path);
    if (run.status !== 'queued' && run.status !== 'running') return run;
    if (performance.now() > endMs)
      throw new Error(`The run did not end in time. It continues in the service: run ${run.id}`);
    await delay(pollMs);
  }
};

const options = {
  set: { type: 'string' },
  agent: { type: 'string' },
  workspace: { type: 'string' },
  url: { type: 'string' },
  'min-pass': { type: 'string' },
  version: { type: 'string' },
  draft: { type: 'boolean' },
  repeats: { type: 'string' },
  junit: { type: 'string' },
  json: { type: 'string' },
  'timeout-minutes': { type: 'string' },
} as const;

const run = async (args: string[], { loadConfig, print, readSecret }: CommandContext): Promise<number> => {
  const { values } = readArguments(args, options);
  const set = required(values.set, '--set');
  const minPass = readNumber(values['min-pass'], '--min-pass', { least: 0, most: 1, isWhole: false }) ?? 1;
  const version = readNumber(values.version, '--version', { least: 1, most: 2 ** 31 - 1 });
  const repeats = readNumber(values.repeats, '--repeats', { least: 1, most: 1000 });
  const minutes = readNumber(values['timeout-minutes'], '--timeout-minutes', { least: 1, most: 1440 }) ?? 60;
  if (values.draft && version !== undefined)
    throw new UsageError('--draft cannot be combined with --version');
  const url = values.url ?? `http://127.0.0.1:${loadConfig().port}`;
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new UsageError('--url must be an address such as https://frontdesk.example');
  const token = (await readSecret('Operator token: ')).trim();
  if (token === '') throw new UsageError('The first line of the standard input must be an operator token');

  const fetch = createSafeFetch({ allow: [] });
  try {
    const api = createManagementApi({ url, token, fetch });
    const workspace = await api.find('/workspaces', 'workspace', values.workspace);
    const agents = `/workspaces/${workspace.id}/agents`;
    const agent = await api.find(agents, 'agent', values.agent);
    const sets = `${agents}/${agent.id}/test-sets`;
    const testSet = await api.find(sets, 'set', set);
    const runs = `${sets}/${testSet.id}/runs`;
    const { id } = await api.call<RunView>('POST', runs, {
      startedBy: 'command',
      ...(version === undefined ? {} : { version }),
      ...(values.draft ? { draft: true } : {}),
      ...(repeats === undefined ? {} : { repeats }),
    });
    print(`Run ${id} of ${testSet.name} with agent ${agent.name} is started`);
    const ended = await waitForEnd(api, `${runs}/${id}`, minutes * 60_000);
    const cases = await readCases(api, `${runs}/${id}`);
    const rate = ended.passRate?.rate ?? 0;
    const isPassed = ended.status === 'completed' && rate >= minPass;
    for (const { label, failed, errors, change, reasons } of cases)
      if (failed + errors > 0) {
        print(`${failed > 0 ? 'failed' : 'error'}${change === 'regressed' ? ', regression' : ''}: ${label}`);
        for (const reason of reasons) print(`  ${reason}`);
      }
    if (values.junit !== undefined) {
      const seconds = (Date.parse(ended.endedAt ?? '') - Date.parse(ended.startedAt ?? '')) / 1000 || 0;
      await writeFile(values.junit, junitReport({ suite: `${agent.name}: ${testSet.name}`, seconds }, cases));
    }
    if (values.json !== undefined)
      await writeFile(
        values.json,
        `${JSON.stringify({ passed: isPassed, minPass, agent, set: testSet, run: ended, cases }, null, 2)}\n`,
      );
    if (ended.status !== 'completed') {
      print(`The run ${ended.status}${ended.error ? `: ${ended.error.code} ${ended.error.detail}` : ''}`);
      return 1;
    }
    const interval = ended.passRate
      ? ` (95 % interval ${percent(ended.passRate.low)} to ${percent(ended.passRate.high)})`
      : '';
    print(
      `${ended.passed} of ${ended.attempts} attempts passed: ${percent(rate)}${interval}, at least ${percent(minPass)} required. ${ended.regressions} regressions, ${ended.credits} credits`,
    );
    return isPassed ? 0 : 1;
  } finally {
    await fetch.close();
  }
};

export const evalCommand: Command = {
  name: 'eval',
  summary: 'run a test set and report the result, for CI',
  help,
  run: async ([action, ...args], context) => {
    if (action !== 'run') throw new UsageError('Expected one of: run');
    return run(args, context);
  },
};
