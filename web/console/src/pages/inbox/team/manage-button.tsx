import { ActionIcon, Modal, Tabs, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconSettings } from '@tabler/icons-react';
import { t } from '../../../messages/translate.ts';
import { ManageCannedReplies } from './manage-canned-replies.tsx';
import { ManageLabels } from './manage-labels.tsx';

/** Opens the canned replies and labels of the workspace. */
export const ManageButton = () => {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <>
      <Tooltip label={t('inboxTeam.manage.title')}>
        <ActionIcon aria-label={t('inboxTeam.manage.title')} onClick={open}>
          <IconSettings size={18} />
        </ActionIcon>
      </Tooltip>
      <Modal opened={isOpen} onClose={close} title={t('inboxTeam.manage.title')} size="lg">
        <Tabs defaultValue="replies">
          <Tabs.List mb="sm">
            <Tabs.Tab value="replies">{t('inboxTeam.canned.title')}</Tabs.Tab>
            <Tabs.Tab value="labels">{t('inboxTeam.labels')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="replies">
            <ManageCannedReplies />
          </Tabs.Panel>
          <Tabs.Panel value="labels">
            <ManageLabels />
          </Tabs.Panel>
        </Tabs>
      </Modal>
    </>
  );
};
