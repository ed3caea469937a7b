import { Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { CannedReply } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { t } from '../../../messages/translate.ts';
import { useWorkspace } from '../../../session/use-workspace.ts';

const variables =
  '{{user.name}} {{user.email}} {{user.id}} {{agent.name}} {{operator.name}} {{conversation.id}}';
const fallback = '{{user.name|customer}}';
const longestText = 5000;

interface CannedReplyDialogProps {
  /** Undefined for a new one. */
  reply: CannedReply | undefined;
  agents: readonly { id: string; name: string }[];
  onClose(): void;
}

/** A canned reply with its shortcut. */
export const CannedReplyDialog = ({ reply, agents, onClose }: CannedReplyDialogProps) => {
  const workspace = useWorkspace();
  const [shortcut, setShortcut] = useState(reply?.shortcut ?? '');
  const [text, setText] = useState(reply?.text ?? '');
  const [agentId, setAgentId] = useState(reply?.agentId ?? '');
  const list = at(workspace.api, '/inbox/canned-replies');
  const save = useChange(
    () => {
      const body = { shortcut: shortcut.replace(/^\//, ''), text, agentId: agentId || null };
      return reply
        ? api.patch(at(workspace.api, '/inbox/canned-replies/{replyId}', { replyId: reply.id }), body)
        : api.post(list, body);
    },
    { changes: [list], quiet: true, onDone: onClose },
  );
  return (
    <FormDialog
      title={t(reply ? 'inboxTeam.manage.changeReply' : 'inboxTeam.manage.newReply')}
      action={t('common.save')}
      change={save}
      isReady={shortcut.trim() !== '' && text.trim() !== ''}
      onClose={onClose}
    >
      <TextInput
        label={t('inboxTeam.manage.shortcut')}
        description={t('inboxTeam.manage.shortcutHint')}
        leftSection="/"
        maxLength={41}
        data-autofocus
        value={shortcut}
        onChange={(event) => setShortcut(event.currentTarget.value)}
      />
      <Textarea
        label={t('inboxTeam.manage.text')}
        description={t('inboxTeam.manage.textHint', { variables, fallback })}
        autosize
        minRows={4}
        maxRows={12}
        maxLength={longestText}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Select
        label={t('common.agent')}
        allowDeselect={false}
        value={agentId}
        onChange={(id) => setAgentId(id ?? '')}
        data={[
          { value: '', label: t('inboxTeam.manage.allAgents') },
          ...agents.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </FormDialog>
  );
};
