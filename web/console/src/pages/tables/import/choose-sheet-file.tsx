import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { ChooseFiles } from '../../../components/choose-files.tsx';
import { t } from '../../../messages/translate.ts';
import { mostFileMb, readSheetFile, type SheetFile, tableFileTypes } from './sheet-file.ts';

interface ChooseSheetFileProps {
  onFile(file: SheetFile): void;
  children?: ReactNode;
}

export const ChooseSheetFile = ({ onFile, children }: ChooseSheetFileProps) => {
  const [problem, setProblem] = useState<string>();
  const read = async (file: File): Promise<void> => {
    try {
      const chosen = await readSheetFile(file);
      if (chosen) onFile(chosen);
      else setProblem(t('tables.import.tooLarge', { mb: mostFileMb }));
    } catch {
      setProblem(t('tables.import.unreadable'));
    }
  };
  return (
    <Stack align="flex-start">
      <Text size="sm">{t('tables.import.hint')}</Text>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
      <Group>
        <ChooseFiles
          label={t('tables.import.file')}
          accept={tableFileTypes}
          onFiles={([file]) => file && void read(file)}
        >
          {(open) => (
            <Button leftSection={<IconUpload size={16} aria-hidden />} {...open} data-autofocus>
              {t('tables.import.choose')}
            </Button>
          )}
        </ChooseFiles>
        {children}
      </Group>
    </Stack>
  );
};
