import type { FastifyRequest } from 'fastify';
import { actorName } from '../../../accounts/index.ts';
import type { Audit, Changes } from '../../../audit/index.ts';
import type { Handle } from '../../../db/index.ts';

export interface Entry {
  action: string;
  targetKind: string;
  targetId: string;
  /** Secrets must already be masked. */
  changes: Changes;
  /** Where it is not the workspace of the path. */
  workspaceId?: string | null;
}

export type Note = (request: FastifyRequest, tx: Handle, entry: Entry) => Promise<void>;

/** An audit entry of whoever asks, in the transaction of a change that a room makes. */
export const createNote =
  ({ audit }: { audit: Audit }): Note =>
  (request, tx, entry) =>
    audit.record(tx, {
      workspaceId: request.workspace?.id ?? null,
      actor: request.operator ? actorName(request.operator) : 'nobody',
      ...entry,
    });
