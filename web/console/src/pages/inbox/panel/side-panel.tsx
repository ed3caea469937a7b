import { Stack } from '@mantine/core';
import type { InboxSession } from '../../../api/generated.ts';
import { UserSection } from './user-section.tsx';

/** Sections about the session and its user. */
export const SidePanel = ({ session }: { session: InboxSession }) => (
  <Stack gap="lg">
    <UserSection session={session} />
  </Stack>
);
