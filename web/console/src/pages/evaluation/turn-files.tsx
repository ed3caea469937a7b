import { Button, Group, Pill, Text } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import type { TestCase } from '../../api/generated.ts';
import { ChooseFiles } from '../../components/choose-files.tsx';
import { formatBytes } from '../../lib/format-bytes.ts';
import { t } from '../../messages/translate.ts';

/** A file that the case has, or one that was chosen and is sent when the case is saved. */
export type TurnFile = TestCase['turns'][number]['files'][number] | File;

interface TurnFilesProps {
  /** Number of the message, from 1. */
  number: number;
  files: readonly TurnFile[];
  onChange(files: TurnFile[]): void;
}

const mostFiles = 9;

const describe = (file: TurnFile): string => {
  if (file instanceof File) return formatBytes(file.size);
  return file.fileId === null ? t('evaluation.case.fileMissing') : formatBytes(file.sizeBytes);
};

const isMissing = (file: TurnFile): boolean => !(file instanceof File) && file.fileId === null;

/** The files of a message: name and size, and buttons to attach and remove them. */
export const TurnFiles = ({ number, files, onChange }: TurnFilesProps) => (
  <Group gap="xs">
    {files.map((file, index) => (
      <Pill
        // biome-ignore lint/suspicious/noArrayIndexKey: two files can have the same name
        key={index}
        size="md"
        withRemoveButton
        onRemove={() => onChange(files.filter((one) => one !== file))}
        removeButtonProps={{
          'aria-label': t('tryIt.removeFile', { name: file.name }),
          'aria-hidden': false,
          tabIndex: 0,
        }}
        maw="100%"
      >
        {file.name}{' '}
        <Text span size="xs" c={isMissing(file) ? 'var(--mantine-color-error)' : 'dimmed'}>
          {describe(file)}
        </Text>
      </Pill>
    ))}
    {files.length < mostFiles && (
      <ChooseFiles
        label={t('evaluation.case.filesOf', { number })}
        accept=""
        multiple
        onFiles={(chosen) => onChange([...files, ...chosen].slice(0, mostFiles))}
      >
        {(open) => (
          <Button
            {...open}
            variant="subtle"
            color="gray"
            size="compact-sm"
            leftSection={<IconPaperclip size={14} aria-hidden />}
          >
            {t('tryIt.attach')}
          </Button>
        )}
      </ChooseFiles>
    )}
  </Group>
);
