import { Button } from '@mantine/core';
import { IconCheck, IconHandGrab, IconUserShare } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { t } from '../../../messages/translate.ts';
import { noteOwnAssignment } from '../../../session/own-assignments.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { useMayReply } from '../conversation/use-inbox-session.ts';
import { useInboxPage } from '../inbox-context.ts';
import { SnoozeButton } from '../team/snooze-button.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { useSessionChange } from './use-session-change.ts';

/** What an operator does with a session as a whole. Keys open the same dialogs. */
export const HeaderActions = ({ session }: { session: InboxSession }) => {
  const workspace = useWorkspace();
  const { dialog, setDialog } = useInboxPage();
  const take = useSessionChange(session, () => {
    noteOwnAssignment(session.id);
    return api.post(at(workspace.api, '/inbox/sessions/{sessionId}/take', { sessionId: session.id }));
  });
  const close = (): void => setDialog(undefined);
  if (!useMayReply() || session.status === 'closed') return null;
  return (
    <>
      {session.assignee === null && (
        <Button
          size="xs"
          leftSection={<IconHandGrab size={15} aria-hidden />}
          loading={take.isPending}
          aria-keyshortcuts="t"
          data-take
          onClick={() => take.mutate(undefined)}
        >
          {t('inbox.take')}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        leftSection={<IconUserShare size={15} aria-hidden />}
        aria-keyshortcuts="a"
        onClick={() => setDialog('assign')}
      >
        {t('inbox.assign.action')}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCheck size={15} aria-hidden />}
        aria-keyshortcuts="e"
        onClick={() => setDialog('close')}
      >
        {t('inbox.close.action')}
      </Button>
      {/* A left message has no deadline, so there is nothing to snooze. */}
      {session.status !== 'left_message' && <SnoozeButton session={session} />}
      {dialog === 'assign' && <AssignDialog session={session} onClose={close} />}
      {dialog === 'close' && <CloseDialog session={session} onClose={close} />}
    </>
  );
};
