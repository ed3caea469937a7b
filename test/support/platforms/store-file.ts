import type { ConnectionStage } from './with-connection.ts';

/** A file of the agent's workspace, as a reply refers to it. */
export const storeFile = async (
  { service: { app } }: Pick<ConnectionStage, 'service'>,
  name: string,
  mediaType: string,
) => {
  const { workspace_id: workspaceId } = await app.db.query
    .selectFrom('agents')
    .select('workspace_id')
    .executeTakeFirstOrThrow();
  const source = { bytes: Buffer.from(`content of ${name}`) };
  const { id, ...stored } = await app.rooms.files.store({ workspaceId, name, mediaType, source });
  return { ...stored, fileId: id };
};
