import { Alert, Modal, Stack, Text } from '@mantine/core';
import { t } from '../../messages/translate.ts';
import { ExampleCards } from './flow-start.tsx';

interface ExamplesDialogProps {
  isBusy: boolean;
  failure: string | undefined;
  onClose(): void;
  onChoose(file: unknown): void;
}

export const ExamplesDialog = ({ isBusy, failure, onClose, onChoose }: ExamplesDialogProps) => (
  <Modal opened onClose={onClose} title={t('flow.examples.title')} size="xl">
    <Stack>
      <Text size="sm">{t('flow.examples.text')}</Text>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <ExampleCards isBusy={isBusy} onChoose={onChoose} />
    </Stack>
  </Modal>
);
