import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconHeadset } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import type { HandoffSession } from '../../../api/generated.ts';
import { useChange } from '../../../api/use-change.ts';
import { useResource } from '../../../api/use-resource.ts';
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

const AskForPerson = ({ conversationId, onClose }: { conversationId: string; onClose(): void }) => {
  const agent = useAgentScope();
  const [email, setEmail] = useState('');
  const ask = useChange(
    () => api.post(at(agent.api, '/handoffs'), { conversationId, ...(email ? { email } : {}) }),
    {
      changes: useSessionChanges(conversationId),
      done: 'The human service is being called.',
      onDone: onClose,
      quiet: true,
    },
  );
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    ask.mutate(undefined);
  };
  return (
    <Modal opened onClose={onClose} title="Ask for a person">
      <form onSubmit={submit}>
        <Stack>
          <Text size="sm">
            The human service of the agent is told, with what was said so far. From then on the user writes to
            a person, and the agent says nothing until the session ends.
          </Text>
          <TextInput
            type="email"
            label="E-mail of the user"
            description="For the person, should the user be gone. Not needed."
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value.trim())}
            maxLength={254}
          />
          {ask.error && (
            <Alert color="red" role="alert">
              {ask.error.message}
            </Alert>
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={ask.isPending}>
              Ask for a person
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

/** Begins or ends the time in which a person answers in this conversation. */
export const PersonSession = ({ conversationId }: { conversationId: string }) => {
  const { workspace } = useAgentScope();
  const [isAsking, asking] = useDisclosure();
  const sessions = useResource(at(workspace.api, '/handoffs'), {
    query: { conversationId, pageSize: 1 },
    refreshMs,
  });
  const end = useChange(
    ({ id }: HandoffSession) => api.post(at(workspace.api, '/handoffs/{sessionId}/close', { sessionId: id })),
    {
      changes: useSessionChanges(conversationId),
      done: 'The session has ended; the agent answers again.',
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
        End the session with a person
      </Button>
    );
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHeadset size={16} aria-hidden />}
        disabled={!sessions.data}
        onClick={asking.open}
      >
        Ask for a person
      </Button>
      {isAsking && <AskForPerson conversationId={conversationId} onClose={asking.close} />}
    </>
  );
};
