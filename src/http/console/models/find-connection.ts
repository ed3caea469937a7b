import { AppError } from '../../../lib/errors.ts';
import type { ModelConnection } from '../../../model-connections/index.ts';
import { workspaceOf } from '../access/operator-guard.ts';
import type { RouteDependencies } from '../console-dependencies.ts';

/** The connection, if it belongs to the workspace of the path. */
export const findConnection = async (
  { modelConnections }: Pick<RouteDependencies, 'modelConnections'>,
  request: Parameters<typeof workspaceOf>[0],
  id: string,
): Promise<ModelConnection> => {
  const connection = await modelConnections.find(workspaceOf(request).id, id);
  if (!connection) throw new AppError('notFound', 'There is no such model connection in this workspace');
  return connection;
};
