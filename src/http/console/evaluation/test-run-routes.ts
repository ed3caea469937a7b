import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Agent } from '../../../agents/index.ts';
import { defaultConcurrency, type Evaluation, setLimits, type TestSet } from '../../../evaluation/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { CreditText } from '../conversations/conversation-view.ts';
import { creatorOf } from '../knowledge/document-upload-fields.ts';
import { formatCredits } from '../usage/credit-routes.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import {
  presentResults,
  presentRunCase,
  presentTestRun,
  ResultsView,
  RunCaseView,
  TestRunView,
} from './test-run-view.ts';
import { SetParams, setsPath } from './test-set-view.ts';

const tags = ['Evaluation'];
const path = `${setsPath}/:setId/runs`;
const RunParams = Type.Object({ ...SetParams.properties, testRunId: Type.String() });
const Repeats = Type.Integer({
  minimum: 1,
  maximum: setLimits.repeats,
  description: 'Default: that of the set',
});

const RunInput = Type.Object({
  version: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 2 ** 31 - 1,
      description: 'Version of the agent to test. Default: the version in use',
    }),
  ),
  draft: Type.Optional(
    Type.Boolean({
      description: 'Test the draft of the agent and of its flow instead. Cannot be combined with `version`',
    }),
  ),
  repeats: Type.Optional(Repeats),
  startedBy: Type.Optional(
    oneOf(['operator', 'command'], 'Shown with the run. command: `frontdesk eval run`. Default: operator'),
  ),
  concurrency: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 8,
      description: `Test chats at the same time. Default: ${defaultConcurrency}`,
    }),
  ),
});

const EstimateView = Type.Object(
  {
    cases: Type.Integer(),
    attempts: Type.Integer({ description: 'Cases times repeats' }),
    messages: Type.Integer({ description: 'Messages to the agent' }),
    judgements: Type.Integer(),
    credits: CreditText,
    basis: oneOf(
      ['earlier-runs', 'prices'],
      'earlier-runs: their mean cost per attempt; prices: the most that the answers can cost',
    ),
  },
  { title: 'TestRunEstimate' },
);

/** Runs of test sets and their results. */
export const createTestRunRoutes = ({
  evaluation: { sets, runs, estimate },
  agents,
  write,
}: RouteDependencies & { evaluation: Evaluation }): Route[] => {
  const findSet = async (request: FastifyRequest & { params: { agentId: string; setId: string } }) => {
    const agent = await findAgentOf(agents, request);
    return { agent, set: await sets.require(agent, request.params.setId) };
  };

  const findRun = async (request: FastifyRequest & { params: Static<typeof RunParams> }) => {
    const { agent, set } = await findSet(request);
    return { agent, set, run: await runs.require(set, request.params.testRunId) };
  };

  /** The version to test: it must exist. */
  const versionOf = async (
    agent: Agent,
    { version, draft = false }: Static<typeof RunInput>,
  ): Promise<{ tested: Agent; usesFlowDraft: boolean }> => {
    if (draft && version !== undefined)
      throw new AppError('invalidParameter', 'version cannot be combined with draft');
    const wanted = draft ? (agent.draftVersion ?? agent.version) : (version ?? agent.version);
    return {
      tested: await agents.readVersion(agent.id, wanted),
      usesFlowDraft: draft && agent.kind === 'flow',
    };
  };

  const estimateOf = async (agent: Agent, set: TestSet, repeats: number) => {
    const { costNano, ...rest } = await estimate(agent, set, repeats);
    return { ...rest, credits: formatCredits(costNano), costNano };
  };

  return [
    route({
      method: 'GET',
      url: `${setsPath}/:setId/estimate`,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'Get the cost estimate of a test run',
        description: 'Before a run is started.',
        operationId: 'estimateTestRun',
        params: SetParams,
        querystring: Type.Object({ repeats: Type.Optional(Repeats) }),
        response: { 200: EstimateView },
      },
      handler: async (request) => {
        const { agent, set } = await findSet(request);
        const { costNano: _, ...estimated } = await estimateOf(
          agent,
          set,
          request.query.repeats ?? set.repeats,
        );
        return estimated;
      },
    }),

    route({
      method: 'POST',
      url: path,
      permission: 'agent:write',
      audit: 'test-run.start',
      schema: {
        tags,
        summary: 'Start a test run',
        description:
          'Sends every case to the agent in the background. Answers, tool calls and judgements are charged and counted as tests. Tools are really called; handoffs are noted, and nobody is asked to take over. Status 409 if a run of the set is queued or running.',
        operationId: 'startTestRun',
        params: SetParams,
        body: RunInput,
        response: { 201: TestRunView },
      },
      handler: async (request, reply, record) => {
        const { agent, set } = await findSet(request);
        const {
          repeats = set.repeats,
          concurrency = defaultConcurrency,
          startedBy = 'operator',
        } = request.body;
        const { tested, usesFlowDraft } = await versionOf(agent, request.body);
        const { costNano } = await estimateOf(tested, set, repeats);
        const run = await write(async (tx) => {
          const started = await runs.start(tx, {
            agent: tested,
            set,
            version: tested.version,
            usesFlowDraft,
            repeats,
            concurrency,
            estimateNano: costNano,
            startedBy,
            creatorEmail: creatorOf(request).email,
          });
          await record(tx, { targetId: set.id, changes: { run: [null, started.id] } });
          return started;
        });
        reply.status(201);
        return presentTestRun(run);
      },
    }),

    route({
      method: 'GET',
      url: path,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'List test runs',
        description: 'Newest first. The newest 20 runs of a set are kept.',
        operationId: 'listTestRuns',
        params: SetParams,
        querystring: Type.Object(PageQuery),
        response: { 200: Paged(TestRunView) },
      },
      handler: async (request) => {
        const { set } = await findSet(request);
        const found = await runs.list(set, rangeOf(request.query));
        return paged(found.runs.map(presentTestRun), found.total, request.query);
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:testRunId`,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'Get a test run',
        description: 'Returns state, progress and counts.',
        operationId: 'getTestRun',
        params: RunParams,
        response: { 200: TestRunView },
      },
      handler: async (request) => presentTestRun((await findRun(request)).run),
    }),

    route({
      method: 'POST',
      url: `${path}/:testRunId/cancel`,
      permission: 'agent:write',
      audit: 'test-run.cancel',
      schema: {
        tags,
        summary: 'Stop a test run',
        description: 'Attempts in progress are stopped and have no result. The others stay.',
        operationId: 'cancelTestRun',
        params: RunParams,
        response: { 200: TestRunView },
      },
      handler: async (request, _reply, record) => {
        const { set, run } = await findRun(request);
        await write(async (tx) => {
          if (!(await runs.cancel(tx, run))) throw new AppError('conflict', 'The run has ended already');
          await record(tx, { targetId: set.id, changes: { run: [run.id, null] } });
        });
        return presentTestRun(await runs.require(set, run.id));
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:testRunId/cases`,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'List cases of a test run',
        description:
          'Compared with another run of the set. Regressions first, then failed cases, those without a decision, and the others.',
        operationId: 'listTestRunCases',
        params: RunParams,
        querystring: Type.Object({
          ...PageQuery,
          filter: Type.Optional(
            oneOf(
              ['all', 'not-passed', 'failed', 'error', 'regressed', 'improved', 'passed'],
              'Default: all. not-passed: failed or error',
            ),
          ),
          against: Type.Optional(
            Type.String({ description: 'The run to compare with. Default: the previous completed one' }),
          ),
        }),
        response: {
          200: Type.Object({
            ...Paged(RunCaseView).properties,
            against: Type.Union([TestRunView, Type.Null()]),
            regressions: Type.Integer({ description: 'Compared with `against`' }),
          }),
        },
      },
      handler: async (request) => {
        const { set, run } = await findRun(request);
        const { filter = 'all', against } = request.query;
        const base = await runs.baseOf(set, run, against);
        const found = await runs.cases(run, base, filter, rangeOf(request.query));
        return {
          ...paged(found.cases.map(presentRunCase), found.total, request.query),
          against: base ? presentTestRun(base) : null,
          regressions: base ? await runs.regressions(run, base) : 0,
        };
      },
    }),

    route({
      method: 'GET',
      url: `${path}/:testRunId/cases/:number`,
      permission: 'agent:read',
      schema: {
        tags,
        summary: 'Get the results of a case',
        description: 'Every attempt with its answers, the decision on each expectation, and the trace.',
        operationId: 'getTestResults',
        params: Type.Object({
          ...RunParams.properties,
          number: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
        }),
        response: { 200: ResultsView },
      },
      handler: async (request) => {
        const { run } = await findRun(request);
        return presentResults(await runs.results(run, request.params.number));
      },
    }),
  ];
};
