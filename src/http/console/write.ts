import type { FastifyRequest } from 'fastify';
import type { Audit, Changes } from '../../audit/index.ts';
import { actorName } from '../../auth/index.ts';
import type { Database, Handle } from '../../db/index.ts';

interface Entry {
  action: string;
  targetKind: string;
  targetId: string;
  /** Secrets must already be masked. */
  changes: Changes;
  /** Where it is not the workspace of the path. */
  workspaceId?: string | null;
}

export type Write = <Result>(
  request: FastifyRequest,
  work: (tx: Handle, record: (entry: Entry) => Promise<void>) => Promise<Result>,
) => Promise<Result>;

/** A change and its audit entry in one transaction, answered only when it would survive a power cut. */
export const createWrite =
  ({ db, audit }: { db: Database; audit: Audit }): Write =>
  async (request, work) => {
    const actor = request.operator ? actorName(request.operator) : 'nobody';
    const workspaceId = request.workspace?.id ?? null;
    const result = await db.transaction((tx) =>
      work(tx, (entry) => audit.record(tx, { workspaceId, actor, ...entry })),
    );
    await db.durable();
    return result;
  };
