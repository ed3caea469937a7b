import { createClient } from './client.ts';
import { sessionSignal } from './session-signal.ts';

/** The one client of the application. */
export const api = createClient({ onSignedOut: sessionSignal.tell });
