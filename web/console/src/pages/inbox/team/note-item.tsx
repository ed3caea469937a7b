import { ActionIcon, Button, Group, Paper, Text, Textarea } from '@mantine/core';
import { IconNote, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxNote } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { TimeText } from '../../../components/time-text.tsx';
import { t } from '../../../messages/translate.ts';
import { useSession } from '../../../session/session-context.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

/** A note between the messages. Users do not see it. */
export const NoteItem = ({ note, path }: { note: InboxNote; path: string }) => {
  const workspace = useWorkspace();
  const { session: me } = useSession();
  const [draft, setDraft] = useState<string>();
  const own = at(workspace.api, '/inbox/sessions/{sessionId}/notes/{noteId}', {
    sessionId: note.sessionId,
    noteId: note.id,
  });
  const remove = useChange(() => api.remove(own), { changes: [path] });
  const edit = useChange((text: string) => api.patch(own, { text }), {
    changes: [path],
    onDone: () => setDraft(undefined),
  });
  const isMine = note.author.id === me.id;
  return (
    <Paper
      component="article"
      withBorder
      p="xs"
      style={{ borderInlineStart: '4px solid var(--mantine-color-yellow-filled)' }}
      aria-label={t('inboxTeam.note.label')}
    >
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Group gap={6}>
          <IconNote size={15} aria-hidden />
          <Text size="xs" fw={550}>
            {t('inboxTeam.note.by', { name: note.author.name ?? t('channels.formerOperator') })}
          </Text>
          <TimeText time={note.createdAt} size="xs" c="dimmed" />
          {note.editedAt && (
            <Text size="xs" c="dimmed">
              {t('inboxTeam.note.edited')}
            </Text>
          )}
        </Group>
        {isMine && (
          <Group gap={4} wrap="nowrap">
            <ActionIcon size="sm" aria-label={t('inboxTeam.note.edit')} onClick={() => setDraft(note.text)}>
              <IconPencil size={15} />
            </ActionIcon>
            <ActionIcon
              size="sm"
              aria-label={t('inboxTeam.note.delete')}
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined)}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {draft === undefined ? (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {note.text}
        </Text>
      ) : (
        <>
          <Textarea
            aria-label={t('inboxTeam.note.text')}
            autosize
            maxRows={8}
            maxLength={5000}
            value={draft}
            onChange={(event) => setDraft(event.currentTarget.value)}
          />
          <Group mt={6} gap="xs" justify="flex-end">
            <Button size="xs" variant="default" onClick={() => setDraft(undefined)}>
              {t('common.cancel')}
            </Button>
            <Button
              size="xs"
              disabled={draft.trim() === ''}
              loading={edit.isPending}
              onClick={() => edit.mutate(draft)}
            >
              {t('common.save')}
            </Button>
          </Group>
        </>
      )}
    </Paper>
  );
};
