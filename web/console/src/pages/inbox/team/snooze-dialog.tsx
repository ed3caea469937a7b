import { Radio, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { formatDateTime } from '../../../lib/format-date-time.ts';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { useSessionChange } from '../actions/use-session-change.ts';
import { inOneHour, localInputValue, tomorrowMorning } from './snooze-times.ts';

type Choice = 'hour' | 'tomorrow' | 'custom';

/** Puts the session aside until a time. */
export const SnoozeDialog = ({ session, onClose }: { session: InboxSession; onClose(): void }) => {
  const workspace = useWorkspace();
  const [nowMs] = useState(Date.now);
  const [choice, setChoice] = useState<Choice>('hour');
  const [custom, setCustom] = useState(() => localInputValue(tomorrowMorning(nowMs)));
  const tomorrow = tomorrowMorning(nowMs);
  const until = choice === 'hour' ? inOneHour(nowMs) : choice === 'tomorrow' ? tomorrow : new Date(custom);
  const snooze = useSessionChange(
    session,
    () =>
      api.put(at(workspace.api, '/inbox/sessions/{sessionId}/snooze', { sessionId: session.id }), {
        until: until.toISOString(),
      }),
    { quiet: true, onDone: onClose },
  );
  return (
    <FormDialog
      title={t('inboxTeam.snooze.title')}
      action={t('inboxTeam.snooze.action')}
      change={snooze}
      isReady={!Number.isNaN(until.getTime())}
      onClose={onClose}
    >
      <Radio.Group
        label={t('inboxTeam.snooze.until')}
        description={t('inboxTeam.snooze.hint')}
        value={choice}
        onChange={(value) => setChoice(value as Choice)}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="hour" label={t('inboxTeam.snooze.hour')} data-autofocus />
          <Radio
            value="tomorrow"
            label={t('inboxTeam.snooze.tomorrow')}
            description={formatDateTime(tomorrow)}
          />
          <Radio value="custom" label={t('inboxTeam.snooze.custom')} />
        </Stack>
      </Radio.Group>
      {choice === 'custom' && (
        <TextInput
          type="datetime-local"
          label={t('inboxTeam.snooze.time')}
          value={custom}
          onChange={(event) => setCustom(event.currentTarget.value)}
        />
      )}
    </FormDialog>
  );
};
