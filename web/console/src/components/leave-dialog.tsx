import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { Leaving } from '../lib/leave-guard.ts';

/** Asks before a page is left with something unsaved on it. */
export const LeaveDialog = ({ isAsking, stay, leave }: Leaving) => (
  <Modal opened={isAsking} onClose={stay} title="Leave without saving?">
    <Stack>
      <Text size="sm">What you have changed on this page is not saved and would be gone.</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={leave}>
          Leave without saving
        </Button>
        <Button onClick={stay} data-autofocus>
          Keep editing
        </Button>
      </Group>
    </Stack>
  </Modal>
);
