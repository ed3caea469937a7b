import { Type } from 'typebox';
import type { Jobs, SeenJob } from '../../../jobs/index.ts';
import { AppError } from '../../../lib/errors.ts';
import { readNames } from '../../../operations/index.ts';
import { type Route, route } from '../../route.ts';
import { oneOf } from '../../schema.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';
import { PageQuery, rangeOf } from '../wire/paging.ts';
import { Done, Time, toTime, WorkspaceParams } from '../wire/wire-schemas.ts';

const tags = ['Operations'];
const path = '/workspaces/:workspaceId/jobs';

const State = oneOf(
  ['waiting', 'delayed', 'running', 'failed'],
  'delayed: waits for its start time or next attempt; failed: failed after its last attempt',
);

const Counts = Type.Object(
  {
    queue: Type.String(),
    waiting: Type.Integer(),
    delayed: Type.Integer(),
    running: Type.Integer(),
    failed: Type.Integer(),
  },
  { title: 'QueueCounts' },
);

const JobView = Type.Object(
  {
    id: Type.String(),
    queue: Type.String(),
    state: State,
    attempts: Type.Integer(),
    error: Type.Union([Type.String(), Type.Null()], { description: 'Error of the latest failed attempt' }),
    about: Type.Record(Type.String(), Type.String(), {
      description: 'IDs of what the job works on',
      examples: [{ documentId: '66f0a1b2c3d4e5f6a7b8c9d0' }],
    }),
    names: Type.Record(Type.String(), Type.String(), {
      description: 'Names for the IDs in about, by the same keys. IDs without a name are absent.',
      examples: [{ documentId: 'Prices.pdf' }],
    }),
    createdAt: Time,
    at: Time,
  },
  { title: 'Job' },
);

/** Keys of `about` whose objects have names. */
const namedKinds = { agentId: 'agent', conversationId: 'conversation', documentId: 'document' } as const;

type NamesByKey = ReadonlyMap<string, ReadonlyMap<string, string>>;

const namesOf = ({ about }: SeenJob, names: NamesByKey): Record<string, string> =>
  Object.fromEntries(
    Object.entries(about).flatMap(([key, id]) => {
      const name = names.get(key)?.get(id);
      return name === undefined ? [] : [[key, name]];
    }),
  );

const present = ({ createdAtMs, atMs, ...job }: SeenJob, names: Record<string, string>) => ({
  ...job,
  names,
  createdAt: toTime(createdAtMs),
  at: toTime(atMs),
});

/** Background jobs. The content of a job is not shown, only the names of its objects. */
export const createJobRoutes = ({ jobs, db, write }: RouteDependencies & { jobs: Jobs }): Route[] => {
  const view = async (found: readonly SeenJob[]) => {
    const names = new Map<string, ReadonlyMap<string, string>>();
    for (const [key, kind] of Object.entries(namedKinds)) {
      const ids = found.map(({ about }) => about[key]).filter((id) => id !== undefined);
      names.set(key, await readNames(db.query, kind, ids));
    }
    return found.map((job) => present(job, namesOf(job, names)));
  };

  return [
    route({
      method: 'GET',
      url: `${path}/queues`,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'Count jobs',
        description: 'Returns the number of jobs by queue and state.',
        operationId: 'countJobs',
        params: WorkspaceParams,
        response: { 200: Type.Object({ items: Type.Array(Counts) }) },
      },
      handler: async (request) => ({ items: await jobs.countsOf(workspaceOf(request).id) }),
    }),

    route({
      method: 'GET',
      url: path,
      permission: 'operation:read',
      schema: {
        tags,
        summary: 'List jobs',
        description: 'Failed jobs newest first, others in the order in which they are due.',
        operationId: 'listJobs',
        params: WorkspaceParams,
        querystring: Type.Object({ ...PageQuery, state: State, queue: Type.Optional(Type.String()) }),
        response: {
          200: Type.Object({
            items: Type.Array(JobView),
            hasMore: Type.Boolean(),
            page: Type.Integer(),
            pageSize: Type.Integer(),
          }),
        },
      },
      handler: async (request) => {
        const { state, queue, page, pageSize } = request.query;
        const { offset, limit } = rangeOf(request.query);
        const found = await jobs.listOf(
          workspaceOf(request).id,
          { state, queue },
          { offset, limit: limit + 1 },
        );
        return { items: await view(found.slice(0, limit)), hasMore: found.length > limit, page, pageSize };
      },
    }),

    route({
      method: 'POST',
      url: `${path}/:jobId/retry`,
      permission: 'operation:write',
      audit: 'job.retry',
      schema: {
        tags,
        summary: 'Retry a job',
        description: 'A failed job starts again, a delayed job runs now.',
        operationId: 'retryJob',
        params: Type.Object({ ...WorkspaceParams.properties, jobId: Type.String() }),
        response: { 204: Done },
      },
      handler: async (request, reply, record) => {
        const { jobId } = request.params;
        await write(async (tx) => {
          if (!(await jobs.retryIn(tx, workspaceOf(request).id, jobId)))
            throw new AppError('notFound', 'There is no such failed or delayed job');
          await record(tx, { targetId: jobId, changes: {} });
        });
        return reply.status(204).send(null);
      },
    }),
  ];
};
