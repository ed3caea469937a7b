import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { Fragment, lazy, Suspense, useLayoutEffect, useRef, useState } from 'react';
import type { InboxSession } from '../../../api/generated.ts';
import { ErrorState } from '../../../components/error-state.tsx';
import { authorName } from '../../../lib/user-name.ts';
import { t } from '../../../messages/translate.ts';
import { MessageItem } from '../../conversations/transcript/message-item.tsx';
import { ReplyItem } from '../../conversations/transcript/reply-item.tsx';
import { shownMessages } from '../../conversations/transcript/shown-messages.ts';
import transcript from '../../conversations/transcript/transcript.module.css';
import { SeenMark } from '../activity/seen-mark.tsx';
import { TypingLine } from '../activity/typing-line.tsx';
import classes from '../inbox.module.css';
import { NoteItem } from '../team/note-item.tsx';
import { useNotes } from '../team/use-notes.ts';
import { withNotes } from '../team/with-notes.ts';
import { useMayReply } from './use-inbox-session.ts';
import { useTranscript } from './use-transcript.ts';

const MessageTranslation = lazy(() => import('../assistance/message-translation.tsx'));

const nearBottomPixels = 80;

/** The messages of the conversation, oldest first. It follows new messages while the newest ones are visible. */
export const Timeline = ({ session }: { session: InboxSession }) => {
  const { messages, error, retry, showEarlier } = useTranscript(session.conversationId);
  const mayReply = useMayReply();
  const [openTraces, setOpenTraces] = useState<ReadonlySet<string>>(new Set());
  const [hasNews, setHasNews] = useState(false);
  const { data: noteList, path: notesPath } = useNotes(session);
  const entries = withNotes(shownMessages(messages ?? []), messages ? (noteList?.items ?? []) : [], {
    hasEarlier: showEarlier !== undefined,
  });
  const box = useRef<HTMLElement>(null);
  const isAtBottom = useRef(true);
  const newest = messages?.at(-1);
  const newestId = newest?.id;
  const toBottom = (): void => {
    box.current?.scrollTo({ top: box.current.scrollHeight });
    setHasNews(false);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new message scrolls
  useLayoutEffect(() => {
    if (isAtBottom.current) toBottom();
    else setHasNews(true);
  }, [newestId]);
  const toggleTrace = (roundId: string): void =>
    setOpenTraces((before) => {
      const after = new Set(before);
      if (!after.delete(roundId)) after.add(roundId);
      return after;
    });
  return (
    <>
      <section
        className={classes.timeline}
        ref={box}
        aria-label={t('inbox.messages')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
          isAtBottom.current = scrollHeight - scrollTop - clientHeight < nearBottomPixels;
          if (isAtBottom.current) setHasNews(false);
        }}
      >
        {error && !messages && <ErrorState error={error} onRetry={retry} />}
        {!messages && !error && <Loader aria-label={t('common.loading')} />}
        {messages && showEarlier && (
          <Button variant="subtle" size="xs" mb="sm" onClick={showEarlier}>
            {t('inbox.earlier')}
          </Button>
        )}
        <div className={transcript.messages}>
          {entries.map((shown) =>
            shown.kind === 'note' ? (
              <NoteItem key={shown.note.id} note={shown.note} path={notesPath} />
            ) : shown.kind === 'reply' ? (
              <ReplyItem
                key={`reply ${shown.reply.roundId}`}
                reply={shown.reply}
                isTraceOpen={openTraces.has(shown.reply.roundId)}
                onTrace={() => toggleTrace(shown.reply.roundId)}
              />
            ) : (
              <Fragment key={shown.message.id}>
                <MessageItem message={shown.message} userName={authorName(session)} />
                {shown.message.id === session.seenMessageId && <SeenMark />}
                {mayReply && shown.message.role === 'user' && shown.message.text.trim() !== '' && (
                  <Suspense>
                    <MessageTranslation session={session} text={shown.message.text} />
                  </Suspense>
                )}
              </Fragment>
            ),
          )}
        </div>
        <TypingLine session={session} />
        {hasNews && (
          <div className={classes.newMessages}>
            <Button size="xs" leftSection={<IconArrowDown size={14} aria-hidden />} onClick={toBottom}>
              {t('inbox.newMessages')}
            </Button>
          </div>
        )}
      </section>
      <VisuallyHidden role="status">
        {newest?.role === 'user' && t('inbox.announce', { text: newest.text || t('inbox.entry.file') })}
      </VisuallyHidden>
    </>
  );
};
