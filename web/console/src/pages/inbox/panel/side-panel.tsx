import { Stack } from '@mantine/core';
import type { InboxSession } from '../../../api/generated.ts';
import { useMayReply } from '../conversation/use-inbox-session.ts';
import { NoteForm } from '../team/note-form.tsx';
import { SessionLabels } from '../team/session-labels.tsx';
import { UserSection } from './user-section.tsx';

/** Sections about the session and its user. */
export const SidePanel = ({ session }: { session: InboxSession }) => (
  <Stack gap="lg">
    <SessionLabels session={session} />
    {useMayReply() && <NoteForm key={session.id} session={session} />}
    <UserSection session={session} />
  </Stack>
);
