import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHeadset } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { HandoffSession } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
import { LimitedInput } from '../../../components/limited-input.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';

const refreshMs = 5000;

const useSessionChanges = (conversationId: string): string[] => {
  const { api: agentApi, workspace } = useAgentScope();
  return [
    at(workspace.api, '/handoffs'),
    at(workspace.api, '/overview'),
    at(agentApi, '/conversations/{conversationId}/messages', { conversationId }),
  ];
};

const StartHandoff = ({ conversationId, onClose }: { conversationId: string; onClose(): void }) => {
  const agent = useAgentScope();
  const [email, setEmail] = useState('');
  const start = useChange(
    () => api.post(at(agent.api, '/handoffs'), { conversationId, ...(email ? { email } : {}) }),
    {
      changes: useSessionChanges(conversationId),
      done: t('conversations.handoff.started'),
      onDone: onClose,
      quiet: true,
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    start.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title={t('conversations.handoff.start')}>
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">{t('conversations.handoff.hint')}</Text>
          <LimitedInput
            type="email"
            label={t('conversations.handoff.email')}
            description={t('conversations.handoff.emailHint')}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value.trim())}
            limit={254}
          />
          {start.error && (
            <Alert color="red" role="alert">
              {start.error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={start.isPending}>
              {t('conversations.handoff.start')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

/** Starts or ends the human session of a conversation. */
export const HumanSessionControl = ({ conversationId }: { conversationId: string }) => {
  const { workspace } = useAgentScope();
  const [isOpen, dialog] = useDisclosure();
  const sessions = useResource(at(workspace.api, '/handoffs'), {
    query: { conversationId, pageSize: 1 },
    refreshMs,
  });
  const end = useChange(
    ({ id }: HandoffSession) => api.post(at(workspace.api, '/handoffs/{sessionId}/close', { sessionId: id })),
    {
      changes: useSessionChanges(conversationId),
      done: t('conversations.handoff.ended'),
    },
  );
  const session = sessions.data?.items[0];
  if (session && session.status !== 'closed')
    return (
      <Button
        variant="light"
        color="orange"
        leftSection={<IconHeadset size={16} aria-hidden />}
        loading={end.isPending}
        onClick={() => end.mutate(session)}
      >
        {t('conversations.handoff.end')}
      </Button>
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHeadset size={16} aria-hidden />}
        disabled={!sessions.data}
        onClick={dialog.open}
      >
        {t('conversations.handoff.start')}
      </Button>
      {isOpen && <StartHandoff conversationId={conversationId} onClose={dialog.close} />}
    </>
  );
};
