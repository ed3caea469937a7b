import { Button, Group, Paper, Textarea, Title, UnstyledButton } from '@mantine/core';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import classes from './canned-reply-list.module.css';
import { useMentionList } from './use-mention-list.ts';

const longestNote = 5000;

interface MentionListProps {
  id: string;
  options: readonly string[];
  index: number;
  choose(name: string): void;
}

const MentionList = ({ id, options, index, choose }: MentionListProps) => (
  <Paper withBorder mt={4} id={id} role="listbox" aria-label={t('inboxTeam.note.mention')}>
    {options.map((name, at) => (
      <UnstyledButton
        key={name}
        id={`${id}-${at}`}
        className={classes.option}
        role="option"
        aria-selected={at === index}
        tabIndex={-1}
        fz="sm"
        // The focus stays in the note.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => choose(name)}
      >
        {name}
      </UnstyledButton>
    ))}
  </Paper>
);

/** Writes a note for colleagues. Typing @ lists the operators who can be mentioned. */
export const NoteForm = ({ session }: { session: InboxSession }) => {
  const workspace = useWorkspace();
  const [text, setText] = useState('');
  const [caret, setCaret] = useState(0);
  const box = useRef<HTMLTextAreaElement>(null);
  const caretAfter = useRef<number>(undefined);
  const listId = useId();
  const operators = useResource(at(workspace.api, '/inbox/operators')).data?.items ?? [];
  const path = at(workspace.api, '/inbox/sessions/{sessionId}/notes', { sessionId: session.id });
  const add = useChange(() => api.post(path, { text }), { changes: [path], onDone: () => setText('') });
  const list = useMentionList({
    text,
    caret,
    names: operators.map(({ name }) => name),
    replace: (start, end, added) => {
      setText(text.slice(0, start) + added + text.slice(end).trimStart());
      setCaret(start + added.length);
      caretAfter.current = start + added.length;
    },
  });
  // React puts the cursor at the end of a text that the page has changed.
  useLayoutEffect(() => {
    if (caretAfter.current === undefined) return;
    box.current?.setSelectionRange(caretAfter.current, caretAfter.current);
    caretAfter.current = undefined;
  });
  const isOpen = list.options.length > 0;
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {t('inboxTeam.note.title')}
      </Title>
      <Textarea
        ref={box}
        aria-label={t('inboxTeam.note.text')}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen ? `${listId}-${list.index}` : undefined}
        placeholder={t('inboxTeam.note.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={longestNote}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setCaret(event.currentTarget.selectionStart);
        }}
        onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
        onKeyDown={list.onKeyDown}
      />
      {isOpen && <MentionList id={listId} options={list.options} index={list.index} choose={list.choose} />}
      <Group mt={6} justify="flex-end">
        <Button
          size="xs"
          variant="default"
          disabled={text.trim() === ''}
          loading={add.isPending}
          onClick={() => add.mutate(undefined)}
        >
          {t('inboxTeam.note.add')}
        </Button>
      </Group>
    </section>
  );
};
