import { at } from '../../../api/address.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { queryClient } from '../../../api/query-client.ts';
import { forget, useChange } from '../../../api/use-change.ts';
import { resourceKey } from '../../../api/use-resource.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

/** A call that changes a session. Its answer is shown at once; the list follows by the live stream. */
export const useSessionChange = <Input>(
  session: InboxSession,
  change: (input: Input) => Promise<InboxSession>,
  { quiet, onDone }: { quiet?: boolean; onDone?(changed: InboxSession): void } = {},
) => {
  const path = at(useWorkspace().api, '/inbox/sessions/{sessionId}', { sessionId: session.id });
  return useChange(change, {
    quiet,
    onDone: (changed: InboxSession) => {
      queryClient.setQueryData(resourceKey(path), changed);
      onDone?.(changed);
    },
    // A colleague was faster, or closed it: show the current state.
    onFailed: () => void forget(path),
  });
};
