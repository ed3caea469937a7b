import type { Database } from '../../../src/db/index.ts';
import { newId } from '../../../src/lib/ids.ts';

/** An agent in a new workspace, or in the given one. */
export const createAgentRow = async (
  db: Database,
  workspaceId?: string,
): Promise<{ workspaceId: string; agentId: string }> => {
  const [place, agentId] = [workspaceId ?? newId(), newId()];
  if (workspaceId === undefined)
    await db.query
      .insertInto('workspaces')
      .values({ id: place, name: 'Test', balance_nano: null, reserved_nano: 0, created_at: 1 })
      .execute();
  await db.query
    .insertInto('agents')
    .values({
      id: agentId,
      workspace_id: place,
      name: 'Agent',
      kind: 'simple',
      api_enabled: 1,
      settings: '{}',
      version: 1,
      created_at: 1,
      updated_at: 1,
      deleted_at: null,
    })
    .execute();
  return { workspaceId: place, agentId };
};
