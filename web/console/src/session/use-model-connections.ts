import { at } from '../api/address.ts';
import type { ModelConnection } from '../api/generated.ts';
import { useResource } from '../api/use-resource.ts';
import { useWorkspace } from './use-workspace.ts';

/** The workspace's connections to model providers. Empty until they are loaded. */
export const useModelConnections = (): { connections: ModelConnection[]; isLoaded: boolean } => {
  const workspace = useWorkspace();
  const { data } = useResource(at(workspace.api, '/model-connections'));
  return { connections: data?.items ?? [], isLoaded: data !== undefined };
};
