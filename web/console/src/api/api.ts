import { createClient } from './client.ts';
import { queryClient } from './query-client.ts';
import { sessionSignal } from './session-signal.ts';

/** The API client of the console. */
export const api = createClient({
  onSignedOut: sessionSignal.send,
  // The session contains the unmet requirement of each workspace.
  onUnmetRequirement: () => void queryClient.invalidateQueries({ queryKey: ['/session'] }),
});
