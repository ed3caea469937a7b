import { Checkbox, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { InboxSession } from '../../../api/generated.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { optionsOf } from '../../../lib/label-of.ts';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';
import { type ClosedReason, closedReasonLabels } from './closed-reasons.ts';
import { useSessionChange } from './use-session-change.ts';

const longestNote = 2000;

/** Closes a session with a reason. The agent answers again, and knows the note if it is given to it. */
export const CloseDialog = ({ session, onClose }: { session: InboxSession; onClose(): void }) => {
  const workspace = useWorkspace();
  const [reason, setReason] = useState<ClosedReason>('resolved');
  const [note, setNote] = useState('');
  const [isForAgent, setIsForAgent] = useState(false);
  const close = useSessionChange(
    session,
    () => {
      const body = { reason, note };
      const { id: sessionId } = session;
      return isForAgent
        ? api.post(at(workspace.api, '/inbox/sessions/{sessionId}/hand-back', { sessionId }), body)
        : api.post(at(workspace.api, '/inbox/sessions/{sessionId}/close', { sessionId }), body);
    },
    { quiet: true, onDone: onClose },
  );
  const isNoteRequired = reason === 'other' || isForAgent;
  return (
    <FormDialog
      title={t('inbox.close.title')}
      action={t('inbox.close.action')}
      change={close}
      isReady={!isNoteRequired || note.trim() !== ''}
      onClose={onClose}
    >
      <Radio.Group
        label={t('inbox.close.reason')}
        description={t('inbox.close.hint')}
        value={reason}
        onChange={(value) => setReason(value as ClosedReason)}
      >
        <Stack gap="xs" mt="xs">
          {optionsOf(closedReasonLabels).map(({ value, label }) => (
            <Radio key={value} value={value} label={label} />
          ))}
        </Stack>
      </Radio.Group>
      <Textarea
        label={t('inbox.close.note')}
        description={t('inbox.close.noteHint')}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestNote}
        required={isNoteRequired}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Checkbox
        label={t('inbox.close.forAgent')}
        description={t('inbox.close.forAgentHint')}
        checked={isForAgent}
        onChange={(event) => setIsForAgent(event.currentTarget.checked)}
      />
    </FormDialog>
  );
};
