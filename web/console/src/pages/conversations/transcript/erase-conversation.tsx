import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useErasing } from './use-erasing.ts';

export const EraseConversation = ({ conversationId }: { conversationId: string }) => {
  const agent = useAgentScope();
  const erase = useErasing();
  const [isAsking, asking] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={asking.open}>
        Erase
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={asking.close}
        title="Erase this conversation?"
        action="Erase"
        onConfirm={() =>
          erase(() => api.remove(at(agent.api, '/conversations/{conversationId}', { conversationId })))
        }
      >
        Its messages, files, traces, citations, memories, deliveries and sessions with people are gone for
        good. An answer under way is stopped first. What was paid stays in the ledger, without a name.
      </ConfirmDialog>
    </>
  );
};
