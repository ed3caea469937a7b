import { Alert, Modal, Stack, Text } from '@mantine/core';
import { ExampleCards } from './flow-start.tsx';

interface ExamplesDialogProps {
  isBusy: boolean;
  failure: string | undefined;
  onClose(): void;
  onChoose(file: unknown): void;
}

export const ExamplesDialog = ({ isBusy, failure, onClose, onChoose }: ExamplesDialogProps) => (
  <Modal opened onClose={onClose} title="Start from an example" size="xl">
    <Stack>
      <Text size="sm">It takes the place of the draft and is saved; undo brings back what is drawn.</Text>
      {failure && (
        <Alert color="red" role="alert">
          {failure}
        </Alert>
      )}
      <ExampleCards isBusy={isBusy} onChoose={onChoose} />
    </Stack>
  </Modal>
);
