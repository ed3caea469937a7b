import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Leaving } from '../lib/leave-guard.ts';
import { t } from '../messages/translate.ts';

/** Asks before the operator leaves a page with unsaved changes. */
export const LeaveDialog = ({ isAsking, stay, leave }: Leaving) => (
  <Modal opened={isAsking} onClose={stay} title={t('common.leave.title')}>
    <Stack>
      <Text size="sm">{t('common.leave.text')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={leave}>
          {t('common.leave.leave')}
        </Button>
        <Button onClick={stay} data-autofocus>
          {t('common.leave.stay')}
        </Button>
      </Group>
    </Stack>
  </Modal>
);
