import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { at } from '../../../api/address.ts';
import { api } from '../../../api/api.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { t } from '../../../messages/translate.ts';
import { useAgentScope } from '../../../session/use-workspace.ts';
import { useErasing } from './use-erasing.ts';

export const EraseConversation = ({ conversationId }: { conversationId: string }) => {
  const agent = useAgentScope();
  const erase = useErasing();
  const [isOpen, dialog] = useDisclosure();
  return (
    <>
      <Button variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={dialog.open}>
        {t('conversations.erase.action')}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={t('conversations.erase.title')}
        action={t('conversations.erase.action')}
        onConfirm={() =>
          erase(() => api.remove(at(agent.api, '/conversations/{conversationId}', { conversationId })))
        }
      >
        {t('conversations.erase.hint')}
      </ConfirmDialog>
    </>
  );
};
