import { actorName } from '../../../accounts/index.ts';
import { type Audit, unknownActor } from '../../../audit/index.ts';
import type { RecordFor } from '../../add-routes.ts';

/** Audit entries of the operator who calls, in the workspace of the path. */
export const createRecordFor =
  ({ audit }: { audit: Audit }): RecordFor =>
  (request) =>
  (tx, entry) =>
    audit.record(tx, {
      workspaceId: request.workspace?.id ?? null,
      actor: request.operator ? actorName(request.operator) : unknownActor,
      ...entry,
    });
