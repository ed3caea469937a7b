import { Select } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { useResource } from '../../../api/use-resource.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { ResourceView } from '../../../components/resource-view.tsx';
import { t } from '../../../messages/translate.ts';
import { noteOwnAssignment } from '../../../session/own-assignments.ts';
import { useSession } from '../../../session/session-context.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { useSessionChange } from './use-session-change.ts';

/** Not an ID: returns the session to the queue. */
const nobody = '';

/**
 * Colleagues become available and go away while the dialog is open. It is read again instead of pushed, because an operator
 * without an open inbox goes away without any event.
 */
const presenceRefreshMs = 5000;

/** Assigns the session to a person, or returns it to the queue. */
export const AssignDialog = ({ session, onClose }: { session: InboxSession; onClose(): void }) => {
  const workspace = useWorkspace();
  const { session: me } = useSession();
  const operators = useResource(at(workspace.api, '/inbox/operators'), { refreshMs: presenceRefreshMs });
  const [chosen, setChosen] = useState<string | null>(null);
  const assign = useSessionChange(
    session,
    () => {
      if (chosen === me.id) noteOwnAssignment(session.id);
      return api.put(at(workspace.api, '/inbox/sessions/{sessionId}/assignee', { sessionId: session.id }), {
        operatorId: chosen === nobody ? null : chosen,
      });
    },
    { quiet: true, onDone: onClose },
  );
  return (
    <FormDialog
      title={t('inbox.assign.title')}
      action={t('inbox.assign.action')}
      change={assign}
      isReady={chosen !== null}
      onClose={onClose}
    >
      <ResourceView resource={operators}>
        {({ items }) => (
          <Select
            label={t('inbox.assign.to')}
            data-autofocus
            searchable
            value={chosen}
            onChange={setChosen}
            data={[
              ...(session.assignee ? [{ value: nobody, label: t('inbox.assign.nobody') }] : []),
              ...items
                .filter(({ id }) => id !== session.assignee?.id)
                .map(({ id, name, isAvailable, open }) => ({
                  value: id,
                  label: t(isAvailable ? 'inboxTeam.assign.available' : 'inboxTeam.assign.away', {
                    name: id === me.id ? t('inbox.assign.me', { name }) : name,
                    open,
                  }),
                })),
            ]}
          />
        )}
      </ResourceView>
    </FormDialog>
  );
};
