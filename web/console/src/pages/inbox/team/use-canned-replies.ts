import { type KeyboardEvent, useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { messageOf } from '../../../api/api-error.ts';
import type { CannedReply, InboxSession } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

const mostShown = 8;
/** A slash at the beginning of a word, and what was typed after it. */
const command = /(?:^|\s)\/([\p{L}\p{N}_-]*)$/u;

interface CannedReplyUse {
  session: InboxSession;
  text: string;
  /** Position of the cursor. */
  caret: number;
  /** Replaces this part of the text. */
  replace(start: number, end: number, added: string): void;
}

/** Canned replies for what was typed after a slash: chosen by keyboard or mouse, with variables filled in. */
export const useCannedReplies = ({ session, text, caret, replace }: CannedReplyUse) => {
  const workspace = useWorkspace();
  const [active, setActive] = useState(0);
  const [dismissed, setDismissed] = useState<string>();
  const [notice, setNotice] = useState<{ missing?: string[]; failure?: string }>({});
  const typed = command.exec(text.slice(0, caret))?.[1];
  const isOpen = typed !== undefined && dismissed !== text;
  const search = useResource(at(workspace.api, '/inbox/canned-replies'), {
    query: { agentId: session.agentId, search: typed ?? '', limit: mostShown },
    enabled: isOpen,
  });
  const replies = isOpen ? (search.data?.items ?? []) : [];
  const index = Math.min(active, Math.max(0, replies.length - 1));

  const choose = async ({ id }: CannedReply): Promise<void> => {
    const end = caret;
    const start = end - (typed?.length ?? 0) - 1;
    try {
      const path = at(workspace.api, '/inbox/sessions/{sessionId}/canned-replies/{replyId}', {
        sessionId: session.id,
        replyId: id,
      });
      const filled = await api.get(path);
      replace(start, end, filled.text);
      setNotice({ missing: filled.missing });
    } catch (error) {
      setNotice({ failure: messageOf(error) });
    }
    setActive(0);
  };

  /** True if the key was meant for the list. */
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (replies.length === 0 || event.nativeEvent.isComposing) return false;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    const isChosen = (event.key === 'Enter' || event.key === 'Tab') && !event.ctrlKey && !event.metaKey;
    if (step === undefined && !isChosen && event.key !== 'Escape') return false;
    event.preventDefault();
    if (step !== undefined) setActive((index + step + replies.length) % replies.length);
    else if (isChosen) void choose(replies[index]!);
    else setDismissed(text);
    return true;
  };

  // A variable that is still in the text would be sent as it is.
  const missing = (notice.missing ?? []).filter((name) => text.includes('{{') && text.includes(name));
  return { replies, index, choose, onKeyDown, missing, failure: notice.failure };
};
