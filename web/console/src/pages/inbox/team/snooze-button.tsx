import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconClockPause, IconClockPlay } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { useSessionChange } from '../actions/use-session-change.ts';
import { SnoozeDialog } from './snooze-dialog.tsx';

/** Snoozes the session, or ends its snooze. */
export const SnoozeButton = ({ session }: { session: InboxSession }) => {
  const workspace = useWorkspace();
  const [isOpen, { open, close }] = useDisclosure();
  const wake = useSessionChange(session, () =>
    api.remove(at(workspace.api, '/inbox/sessions/{sessionId}/snooze', { sessionId: session.id })),
  );
  if (session.snoozedUntil !== null)
    return (
      <Button
        size="xs"
        variant="default"
        leftSection={<IconClockPlay size={15} aria-hidden />}
        loading={wake.isPending}
        onClick={() => wake.mutate(undefined)}
      >
        {t('inboxTeam.snooze.end')}
      </Button>
    );
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconClockPause size={15} aria-hidden />}
        onClick={open}
      >
        {t('inboxTeam.snooze.action')}
      </Button>
      {isOpen && <SnoozeDialog session={session} onClose={close} />}
    </>
  );
};
