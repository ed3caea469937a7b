import { Switch } from '@mantine/core';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

/** Whether I take new sessions. Colleagues see it when they assign a session. */
export const PresenceSwitch = () => {
  const path = at(useWorkspace().api, '/inbox/presence');
  const presence = useResource(path);
  const change = useChange((status: 'available' | 'away') => api.put(path, { status }), { changes: [path] });
  const status = presence.data?.status;
  return (
    <Switch
      size="sm"
      label={t('inboxTeam.available')}
      checked={(change.isPending ? change.variables : status) === 'available'}
      disabled={status === undefined}
      onChange={(event) => change.mutate(event.currentTarget.checked ? 'available' : 'away')}
    />
  );
};
