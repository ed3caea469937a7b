import { useEffect, useRef } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { useWriting } from './use-writing.ts';

interface Draft {
  session: InboxSession;
  text: string;
  setText(text: string): void;
  isSending: boolean;
}

/** Writes a suggested reply into the reply box, below what is already there. The operator may edit meanwhile. */
export const useSuggestion = ({ session, text, setText, isSending }: Draft) => {
  const workspace = useWorkspace();
  const writing = useWriting();
  const newest = useRef(text);
  newest.current = text;
  const append = (added: string): void => {
    newest.current += added;
    setText(newest.current);
  };
  const { state, cancel } = writing;
  // The rest of a reply that was sent must not become the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only sending cancels
  useEffect(() => {
    if (isSending && state === 'running') cancel();
  }, [isSending]);
  return {
    ...writing,
    suggest: (): void => {
      let isFirst = true;
      const path = at(workspace.api, '/inbox/sessions/{sessionId}/suggestion', { sessionId: session.id });
      void writing.start(
        (onEvent, signal) => api.postForEvents(path, undefined, onEvent, { signal }),
        (added) => {
          if (isFirst && newest.current.trim() !== '') append('\n\n');
          isFirst = false;
          append(added);
        },
      );
    },
  };
};
