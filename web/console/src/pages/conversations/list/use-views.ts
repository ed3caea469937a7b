import { at } from '../../../api/address.ts';
import type { ConversationView } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

/** Saved views: own ones of the operator, and shared ones of the workspace. */
export const useViews = () => {
  const { api } = useWorkspace();
  const path = at(api, '/conversation-views');
  return {
    views: useResource(path),
    listPath: path,
    ownPath: at(api, '/conversation-views/own'),
    sharedPath: at(api, '/conversation-views/shared'),
    pathOf: ({ id, isShared }: ConversationView) =>
      isShared
        ? at(api, '/conversation-views/shared/{viewId}', { viewId: id })
        : at(api, '/conversation-views/own/{viewId}', { viewId: id }),
  };
};
