import { Type } from 'typebox';
import type { Knowledge } from '../../../knowledge/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { type Route, route } from '../../route.ts';
import { findAgentOf } from '../access/find-agent.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { Paged, PageQuery, paged, rangeOf } from '../wire/paging.ts';
import {
  presentRun,
  RunPageState,
  RunPageView,
  RunParams,
  RunView,
  SourceParams,
  sourcesPath,
} from './source-view.ts';

const tags = ['Knowledge'];
const path = `${sourcesPath}/:sourceId/runs`;

/** Syncs of sources, with a report on every page. */
export const createSourceRunRoutes = ({
  knowledge: { sources },
  agents,
  write,
}: RouteDependencies & { knowledge: Knowledge }): Route[] => [
  route({
    method: 'POST',
    url: path,
    permission: 'knowledge:write',
    audit: 'source.sync',
    schema: {
      tags,
      summary: 'Start a sync',
      description: 'Status 409 if a sync of the source is queued or running.',
      operationId: 'startSourceRun',
      params: SourceParams,
      response: { 201: RunView },
    },
    handler: async (request, reply, record) => {
      const agent = await findAgentOf(agents, request);
      const source = await sources.require(agent, request.params.sourceId);
      const run = await write(async (tx) => {
        const started = await sources.sync(tx, source);
        await record(tx, { targetId: source.id, changes: { run: [null, started.id] } });
        return started;
      });
      reply.status(201);
      return presentRun(run);
    },
  }),

  route({
    method: 'GET',
    url: path,
    permission: 'knowledge:read',
    schema: {
      tags,
      summary: 'List syncs',
      description: 'Newest first. The newest 20 syncs of a source are kept.',
      operationId: 'listSourceRuns',
      params: SourceParams,
      querystring: Type.Object(PageQuery),
      response: { 200: Paged(RunView) },
    },
    handler: async (request) => {
      const agent = await findAgentOf(agents, request);
      const source = await sources.require(agent, request.params.sourceId);
      const found = await sources.runs(source, rangeOf(request.query));
      return paged(found.runs.map(presentRun), found.total, request.query);
    },
  }),

  route({
    method: 'GET',
    url: `${path}/:runId`,
    permission: 'knowledge:read',
    schema: {
      tags,
      summary: 'Get a sync',
      description: 'Returns state, progress and counts of pages.',
      operationId: 'getSourceRun',
      params: RunParams,
      response: { 200: RunView },
    },
    handler: async (request) => {
      const agent = await findAgentOf(agents, request);
      const source = await sources.require(agent, request.params.sourceId);
      return presentRun(await sources.requireRun(source, request.params.runId));
    },
  }),

  route({
    method: 'GET',
    url: `${path}/:runId/pages`,
    permission: 'knowledge:read',
    schema: {
      tags,
      summary: 'List pages of a sync',
      description: 'The report: what happened to each page, with the reason if it was skipped.',
      operationId: 'listSourceRunPages',
      params: RunParams,
      querystring: Type.Object({ ...PageQuery, state: Type.Optional(RunPageState) }),
      response: { 200: Paged(RunPageView) },
    },
    handler: async (request) => {
      const agent = await findAgentOf(agents, request);
      const source = await sources.require(agent, request.params.sourceId);
      const run = await sources.requireRun(source, request.params.runId);
      const found = await sources.pages(run, request.query.state, rangeOf(request.query));
      return paged(found.pages, found.total, request.query);
    },
  }),

  route({
    method: 'POST',
    url: `${path}/:runId/cancel`,
    permission: 'knowledge:write',
    audit: 'source.cancel-sync',
    schema: {
      tags,
      summary: 'Stop a sync',
      description: 'It ends after the pages that are being read. What was stored stays.',
      operationId: 'cancelSourceRun',
      params: RunParams,
      response: { 200: RunView },
    },
    handler: async (request, _reply, record) => {
      const agent = await findAgentOf(agents, request);
      const source = await sources.require(agent, request.params.sourceId);
      const run = await sources.requireRun(source, request.params.runId);
      await write(async (tx) => {
        if (!(await sources.cancel(tx, run))) throw new AppError('conflict', 'The sync has ended already');
        await record(tx, { targetId: source.id, changes: { run: [run.id, null] } });
      });
      return presentRun(await sources.requireRun(source, run.id));
    },
  }),
];
