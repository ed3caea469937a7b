import { Autocomplete, Button, Group, Textarea, Title } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

const longestNote = 5000;

/** Writes a note for colleagues. */
export const NoteForm = ({ session }: { session: InboxSession }) => {
  const workspace = useWorkspace();
  const [text, setText] = useState('');
  const [person, setPerson] = useState('');
  const operators = useResource(at(workspace.api, '/inbox/operators')).data?.items ?? [];
  const path = at(workspace.api, '/inbox/sessions/{sessionId}/notes', { sessionId: session.id });
  const add = useChange(() => api.post(path, { text }), { changes: [path], onDone: () => setText('') });
  const mention = (name: string): void => {
    setText(`${text}${text === '' || text.endsWith(' ') ? '' : ' '}@${name} `);
    setPerson('');
  };
  return (
    <section>
      <Title order={3} size="h5" mb={4}>
        {t('inboxTeam.note.title')}
      </Title>
      <Textarea
        aria-label={t('inboxTeam.note.text')}
        placeholder={t('inboxTeam.note.placeholder')}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={longestNote}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group mt={6} gap="xs" justify="space-between">
        <Autocomplete
          size="xs"
          w={150}
          aria-label={t('inboxTeam.note.mention')}
          placeholder={t('inboxTeam.note.mention')}
          data={[...new Set(operators.map(({ name }) => name))]}
          value={person}
          onChange={setPerson}
          onOptionSubmit={mention}
        />
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
