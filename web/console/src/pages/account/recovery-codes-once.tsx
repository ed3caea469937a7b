import { Alert, Button, Code, Group, Modal, SimpleGrid, Stack } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { CopyIcon } from '../../components/copy-field.tsx';
import { t } from '../../messages/translate.ts';

interface RecoveryCodesOnceProps {
  /** undefined: closed. */
  codes: string[] | undefined;
  onClose(): void;
}

/** Shows new recovery codes once. Only the button closes the dialog, so that a stray click does not lose them. */
export const RecoveryCodesOnce = ({ codes, onClose }: RecoveryCodesOnceProps) => (
  <Modal
    opened={codes !== undefined}
    onClose={onClose}
    title={t('account.codes.title')}
    closeOnClickOutside={false}
    closeOnEscape={false}
    withCloseButton={false}
  >
    <Stack>
      <Alert color="orange" icon={<IconEye aria-hidden />}>
        {t('account.codes.once')}
      </Alert>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {codes?.map((code) => (
          <Code key={code} fz="sm" ta="center" p="xs">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="space-between">
        <CopyIcon value={codes?.join('\n') ?? ''} label={t('account.codes.copy')} />
        <Button onClick={onClose} data-autofocus>
          {t('account.codes.stored')}
        </Button>
      </Group>
    </Stack>
  </Modal>
);
