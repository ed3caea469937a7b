import { createClient } from './client.ts';
import { queryClient } from './query-client.ts';
import { sessionSignal } from './session-signal.ts';

/** The one client of the application. */
export const api = createClient({
  onSignedOut: sessionSignal.tell,
  // The session says of each workspace what it lacks.
  onUnmetRequirement: () => void queryClient.invalidateQueries({ queryKey: ['/session'] }),
});
