import { at } from '../../../api/address.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

/** The labels of the workspace. */
export const useLabels = () => useResource(at(useWorkspace().api, '/inbox/labels'));
