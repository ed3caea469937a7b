import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

/** Logo and avatar of the agent. */
export const useAgentImages = () => {
  const { api } = useAgentScope();
  const path = at(api, '/images');
  return { path, images: useResource(path).data };
};
