import { at } from '../api/address.ts';
import { useEvents } from '../api/use-events.ts';
import { publishInboxChange } from '../session/inbox-news.ts';
import type { WorkspaceScope } from '../session/use-workspace.ts';

/** Follows the inbox of the workspace on every page, for the counts in the navigation and in the title. */
export const InboxFeed = ({ workspace }: { workspace: WorkspaceScope }) => {
  useEvents(at(workspace.api, '/inbox/events'), ({ event, data }) => {
    if (event === 'inbox') publishInboxChange(workspace.id, data);
  });
  return null;
};
