import { Alert, Button, Code, Group, Modal, SimpleGrid, Stack } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { CopyIcon } from '../../components/copy-field.tsx';

interface RecoveryCodesOnceProps {
  /** undefined: closed. */
  codes: string[] | undefined;
  onClose(): void;
}

/** Recovery codes right after they were made. Only the button closes it: a stray click would lose them for good. */
export const RecoveryCodesOnce = ({ codes, onClose }: RecoveryCodesOnceProps) => (
  <Modal
    opened={codes !== undefined}
    onClose={onClose}
    title="Your recovery codes"
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
  >
    <Stack>
      <Alert color="orange" icon={<IconEye aria-hidden />}>
        Print them or keep them in a password manager. Each one signs you in once when your app or passkey is
        lost. They are shown now and never again.
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {codes?.map((code) => (
          <Code key={code} fz="sm" ta="center" p="xs">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <CopyIcon value={codes?.join('\n') ?? ''} label="Copy all codes" />
        <Button onClick={onClose} data-autofocus>
          I have stored them
        </Button>
      </Group>
    </Stack>
  </Modal>
);
