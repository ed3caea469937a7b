import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { timeZones } from '../../lib/time-zones.ts';
import { t } from '../../messages/translate.ts';
import { useWorkspace } from '../../session/use-workspace.ts';

/** Chooses when days begin in the figures of the workspace. */
export const TimeZoneDialog = ({ current, onClose }: { current: string; onClose(): void }) => {
  const workspace = useWorkspace();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const [timeZone, setTimeZone] = useState(current === 'UTC' ? own : current);
  const save = useChange(() => api.put(at(workspace.api, '/analytics/time-zone'), { timeZone }), {
    changes: [at(workspace.api, '/analytics')],
    done: t('analytics.timeZone.saved'),
    onDone: onClose,
    quiet: true,
  });
  return (
    <FormDialog
      title={t('analytics.timeZone.title')}
      action={t('common.save')}
      change={save}
      onClose={onClose}
    >
      <Text size="sm">{t('analytics.timeZone.explanation')}</Text>
      <Select
        label={t('agentSettings.humanService.hours.timeZone')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('agentSettings.humanService.hours.noTimeZone')}
        data={timeZones(timeZone)}
        value={timeZone}
        onChange={(value) => value !== null && setTimeZone(value)}
      />
    </FormDialog>
  );
};
