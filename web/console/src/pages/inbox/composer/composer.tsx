import { Alert, Button, Group, Menu, Pill, Text, Textarea, VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { IconChevronDown, IconSend } from '@tabler/icons-react';
import { type DragEvent, type KeyboardEvent, lazy, Suspense, useRef, useState } from 'react';
import type { InboxSession } from '../../../api/generated.ts';
import { Markdown } from '../../../components/markdown.tsx';
import { t } from '../../../messages/translate.ts';
import { CollisionNotice } from '../activity/collision-notice.tsx';
import { useTypingSignal } from '../activity/use-typing-signal.ts';
import classes from '../inbox.module.css';
import { CannedReplyList } from '../team/canned-reply-list.tsx';
import { useCannedReplies } from '../team/use-canned-replies.ts';
import { ComposerTools } from './composer-tools.tsx';
import { LeftMessageNotice } from './left-message-notice.tsx';
import { useReply } from './use-reply.ts';

const Assistance = lazy(() => import('../assistance/assistance.tsx'));

/** As for replies of a human service. */
const longestReply = 65_536;

/** Which key sends: Ctrl+Enter always does, Enter if the operator wants it. */
const useEnterSends = () =>
  useLocalStorage({
    key: 'frontdesk.inbox.enter-sends',
    defaultValue: false,
    getInitialValueInEffect: false,
  });

const SendButton = ({ isSending, onSend }: { isSending: boolean; onSend(): void }) => {
  const [enterSends, setEnterSends] = useEnterSends();
  return (
    <Button.Group>
      <Button size="xs" leftSection={<IconSend size={15} aria-hidden />} loading={isSending} onClick={onSend}>
        {t('inbox.reply.send')}
      </Button>
      <Menu position="top-end" shadow="md">
        <Menu.Target>
          <Button size="xs" px={6} aria-label={t('inbox.reply.keys')}>
            <IconChevronDown size={15} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {[true, false].map((value) => (
            <Menu.Item
              key={String(value)}
              role="menuitemradio"
              aria-checked={enterSends === value}
              fw={enterSends === value ? 600 : undefined}
              onClick={() => setEnterSends(value)}
            >
              {t(value ? 'inbox.reply.enterSends' : 'inbox.reply.ctrlEnterSends')}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
};

/** The box in which an operator replies to the user. */
export const Composer = ({ session }: { session: InboxSession }) => {
  const reply = useReply(session);
  const { text, setText, files, addFiles, isSending } = reply;
  const signalTyping = useTypingSignal(session);
  const [enterSends] = useEnterSends();
  const [isPreview, setIsPreview] = useState(false);
  const [isDropping, setIsDropping] = useState(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const isClosed = session.status === 'closed';
  const [caret, setCaret] = useState(text.length);
  const replace = (start: number, end: number, added: string): void => {
    setText(text.slice(0, start) + added + text.slice(end));
    setCaret(start + added.length);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(start + added.length, start + added.length);
    });
  };
  const canned = useCannedReplies({ session, text, caret, replace });

  const replaceAll = (next: string): void => {
    setText(next);
    setCaret(next.length);
  };

  const insert = (added: string): void => {
    const field = box.current;
    const start = Math.min(caret, text.length);
    // In Firefox the selection of a box that never had the focus is at its start.
    const end = field?.selectionStart === start ? field.selectionEnd : start;
    setIsPreview(false);
    replace(start, end, added);
  };

  const send = (): void => {
    setIsPreview(false);
    void reply.send().then(() => box.current?.focus());
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (canned.onKeyDown(event)) return;
    // Enter confirms a word of an input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.shiftKey) return;
    if (!event.ctrlKey && !event.metaKey && !enterSends) return;
    event.preventDefault();
    send();
  };

  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsDropping(false);
    addFiles([...event.dataTransfer.files]);
  };

  const assistance = (
    <Suspense>
      <Assistance session={session} text={text} setText={replaceAll} insert={insert} isSending={isSending} />
    </Suspense>
  );
  if (isClosed)
    return (
      <div className={classes.composer}>
        {assistance}
        <Text size="sm" c="dimmed">
          {t('inbox.reply.closed')}
        </Text>
        {text !== '' && (
          <Textarea mt="xs" label={t('inbox.reply.unsent')} value={text} readOnly autosize maxRows={6} />
        )}
      </div>
    );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be added by the button
    <div
      className={classes.composer}
      data-dropping={isDropping || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDropping(true);
      }}
      onDragLeave={() => setIsDropping(false)}
      onDrop={onDrop}
    >
      <LeftMessageNotice session={session} />
      {reply.failure && (
        <Alert color="red" role="alert" mb="xs" p="xs">
          {reply.failure}
        </Alert>
      )}
      <CollisionNotice session={session} replied={reply.overtakenBy} />
      {assistance}
      <CannedReplyList {...canned} choose={(chosen) => void canned.choose(chosen)} />
      {isPreview ? (
        <section className={classes.preview} aria-label={t('inbox.reply.preview')}>
          <Markdown text={text} />
        </section>
      ) : (
        <Textarea
          ref={box}
          data-reply-box
          aria-label={t('inbox.reply.label')}
          placeholder={t('inbox.reply.placeholder')}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={longestReply}
          value={text}
          readOnly={isSending}
          onChange={({ currentTarget: { value, selectionStart } }) => {
            setText(value);
            setCaret(selectionStart);
            if (value.trim() !== '') signalTyping();
          }}
          onSelect={({ currentTarget: { selectionStart } }) => setCaret(selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={(event) => {
            if (event.clipboardData.files.length === 0) return;
            event.preventDefault();
            addFiles([...event.clipboardData.files]);
          }}
        />
      )}
      {files.length > 0 && (
        <Group gap={6} mt={6} role="group" aria-label={t('inbox.reply.files')}>
          {files.map((file) => (
            <Pill
              key={`${file.name} ${file.size} ${file.lastModified}`}
              withRemoveButton
              removeButtonProps={{
                'aria-label': t('inbox.reply.removeFile', { name: file.name }),
                tabIndex: 0,
                'aria-hidden': false,
              }}
              onRemove={() => reply.removeFile(file)}
            >
              {file.name}
            </Pill>
          ))}
        </Group>
      )}
      <Group justify="space-between" mt={6} gap="xs">
        <Group gap={4}>
          <ComposerTools
            insert={insert}
            addFiles={addFiles}
            isPreview={isPreview}
            onPreview={() => setIsPreview(!isPreview)}
          />
        </Group>
        <SendButton isSending={isSending} onSend={send} />
      </Group>
      <VisuallyHidden role="status">{isSending && t('inbox.reply.sending')}</VisuallyHidden>
    </div>
  );
};
