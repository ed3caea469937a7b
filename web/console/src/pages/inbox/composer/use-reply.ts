import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { ApiError, messageOf } from '../../../api/api-error.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { forget } from '../../../api/use-change.ts';
import { t } from '../../../messages/translate.ts';
import { noteOwnAssignment } from '../../../session/own-assignments.ts';
import { useSession } from '../../../session/session-context.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { useNewestReply } from '../activity/use-newest-reply.ts';
import { type ReplyDraft, replyDrafts } from './reply-drafts.ts';

const mostFiles = 9;
/** The request must stay below 64 MB, and base64 makes files a third larger. */
const mostBytes = 40 * 1024 * 1024;

/** Attempts after a lost connection. Each uses the same key, so the reply is sent once. */
const retryPausesMs = [1000, 3000];

const pause = (timeMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, timeMs));

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(new Error(t('inbox.reply.unreadable', { name: file.name })));
    reader.readAsDataURL(file);
  });

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 502);

/** The service names files by position, people by name. */
const withFileNames = (message: string, files: readonly File[]): string =>
  message.replace(/files\[(\d+)\](\.\w+)?/g, (field, index: string) => files[Number(index)]?.name ?? field);

/** The reply that is being written: its text, files, and sending it exactly once. */
export const useReply = (session: InboxSession) => {
  const workspace = useWorkspace();
  const { session: me } = useSession();
  const [draft, setDraftState] = useState<ReplyDraft>(() => replyDrafts.read(me.id, session.id));
  const [files, setFiles] = useState<File[]>([]);
  const newest = useNewestReply(session);
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const setDraft = ({ text, key }: Omit<ReplyDraft, 'after'>): void => {
    const isStart = draft.text === '' && files.length === 0;
    const newestId = newest === undefined ? undefined : (newest?.id ?? '');
    const next = { text, key, after: isStart ? newestId : (draft.after ?? newestId) };
    setDraftState(next);
    replyDrafts.write(me.id, session.id, next);
  };
  const isOvertaken =
    (draft.text !== '' || files.length > 0) &&
    newest &&
    draft.after !== undefined &&
    newest.id !== draft.after;

  const problemOf = (all: readonly File[]): string | undefined => {
    const empty = all.find(({ size }) => size === 0);
    if (empty) return t('inbox.reply.emptyFile', { name: empty.name });
    if (all.length > mostFiles) return t('inbox.reply.tooManyFiles', { count: mostFiles });
    return all.reduce((sum, { size }) => sum + size, 0) > mostBytes ? t('inbox.reply.tooLarge') : undefined;
  };

  const addFiles = (added: readonly File[]): void => {
    const all = [...files, ...added];
    const problem = problemOf(all);
    setFailure(problem);
    if (problem !== undefined) return;
    setDraft({ text: draft.text });
    setFiles(all);
  };

  const post = async (key: string): Promise<void> => {
    const path = at(workspace.api, '/inbox/sessions/{sessionId}/replies', { sessionId: session.id });
    const body = {
      text: draft.text,
      files: await Promise.all(
        files.map(async (file) => ({ name: file.name, base64Content: await base64Of(file) })),
      ),
    };
    for (let attempt = 0; ; attempt++) {
      try {
        await api.post(path, body, { idempotencyKey: key });
        return;
      } catch (error) {
        const pauseMs = retryPausesMs[attempt];
        if (!isTemporary(error) || pauseMs === undefined) throw error;
        await pause(pauseMs);
      }
    }
  };

  const send = async (): Promise<void> => {
    if (isSending || (draft.text.trim() === '' && files.length === 0)) return;
    const key = draft.key ?? crypto.randomUUID();
    setDraft({ text: draft.text, key });
    setFailure(undefined);
    setIsSending(true);
    // A reply takes a session that nobody has taken.
    if (session.assignee === null) noteOwnAssignment(session.id);
    try {
      await post(key);
      setDraft({ text: '' });
      setFiles([]);
    } catch (error) {
      // A rejected reply was not sent. After a lost connection nobody knows, so the key is kept for the next attempt.
      if (!isTemporary(error)) setDraft({ text: draft.text });
      const reason = withFileNames(messageOf(error), files);
      setFailure(t('inbox.reply.failed', { reason }));
    } finally {
      setIsSending(false);
      void forget(at(workspace.api, '/inbox/sessions/{sessionId}', { sessionId: session.id }));
    }
  };

  return {
    text: draft.text,
    /** A changed text is another reply. */
    setText: (text: string): void => setDraft({ text }),
    files,
    addFiles,
    removeFile: (file: File): void => {
      setDraft({ text: draft.text });
      setFiles(files.filter((one) => one !== file));
    },
    isSending,
    failure,
    /** The newest reply, if a colleague sent it after this one was started. */
    overtakenBy: isOvertaken && newest.authorId !== me.id ? newest : undefined,
    send,
  };
};
