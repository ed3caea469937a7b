import { useRef } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

const shortestMs = 3000;

/** Reports that I am typing a reply, at most every 3 seconds. A failure is not reported: the next letter tries again. */
export const useTypingSignal = (session: InboxSession): (() => void) => {
  const workspace = useWorkspace();
  const lastMs = useRef(0);
  const path = at(workspace.api, '/inbox/sessions/{sessionId}/typing', { sessionId: session.id });
  return () => {
    if (Date.now() - lastMs.current < shortestMs) return;
    lastMs.current = Date.now();
    void api.post(path).catch(() => {});
  };
};
