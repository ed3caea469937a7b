import type { Handle } from '../../db/index.ts';
import type { Jobs } from '../../jobs/index.ts';
import type { ChannelConnection } from './connection.ts';
import { countPullRequest } from './pull-store.ts';

export const pullQueue = 'channel-pulls';

/** One job for each connection. */
export interface PullJob {
  connectionId: string;
}

type Pulled = Pick<ChannelConnection, 'id' | 'workspaceId'>;

const jobIdOf = (connectionId: string): string => `channel-pull-${connectionId}`;

/** The job that fetches the updates of a connection exists once, whatever asks for it. */
export const createRequestPull = ({ jobs }: { jobs: Pick<Jobs, 'enqueue' | 'runNow'> }) => {
  /** Nothing happens if the job exists. */
  const schedule = async (
    tx: Handle,
    { id: connectionId, workspaceId }: Pulled,
    runAtMs?: number,
  ): Promise<void> => {
    const job: PullJob = { connectionId };
    await jobs.enqueue(tx, pullQueue, job, {
      id: jobIdOf(connectionId),
      workspaceId,
      ...(runAtMs === undefined ? {} : { runAtMs }),
    });
  };

  return {
    schedule,
    /** Fetches updates as soon as possible, once more if they are being fetched. Lock no row of the connection before. */
    now: async (tx: Handle, connection: Pulled, hint: string | null = null): Promise<void> => {
      await countPullRequest(tx, connection.id, hint);
      await schedule(tx, connection);
      await jobs.runNow(tx, jobIdOf(connection.id));
    },
  };
};

export type RequestPull = ReturnType<typeof createRequestPull>;
