import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEye, IconMoodSmile, IconPaperclip } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { ChooseFiles } from '../../../components/choose-files.tsx';
import { t } from '../../../messages/translate.ts';

const EmojiPicker = lazy(() => import('./emoji-picker.tsx'));

interface ComposerToolProps {
  /** Replaces the selection in the reply box and puts the focus there. */
  insert(text: string): void;
  addFiles(files: readonly File[]): void;
}

const EmojiTool = ({ insert }: ComposerToolProps) => {
  const [isOpen, { toggle, close }] = useDisclosure();
  return (
    <Popover opened={isOpen} onChange={close} onClose={close} position="top-start" shadow="md" trapFocus>
      <Popover.Target>
        <Tooltip label={t('inbox.emoji.title')}>
          <ActionIcon aria-label={t('inbox.emoji.title')} aria-expanded={isOpen} onClick={toggle}>
            <IconMoodSmile size={18} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p="xs">
        <Suspense>
          {isOpen && (
            <EmojiPicker
              onPick={(emoji) => {
                close();
                insert(emoji);
              }}
            />
          )}
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
};

const FileTool = ({ addFiles }: ComposerToolProps) => (
  <ChooseFiles label={t('inbox.reply.files')} accept="" multiple onFiles={addFiles}>
    {({ onClick }) => (
      <Tooltip label={t('inbox.reply.attach')}>
        <ActionIcon aria-label={t('inbox.reply.attach')} onClick={onClick}>
          <IconPaperclip size={18} />
        </ActionIcon>
      </Tooltip>
    )}
  </ChooseFiles>
);

/** Buttons below the reply box. Each tool changes the reply through its props. */
export const ComposerTools = (props: ComposerToolProps & { isPreview: boolean; onPreview(): void }) => (
  <>
    <FileTool {...props} />
    <EmojiTool {...props} />
    <Tooltip label={t('inbox.reply.preview')}>
      <ActionIcon
        aria-label={t('inbox.reply.preview')}
        aria-pressed={props.isPreview}
        variant={props.isPreview ? 'light' : 'subtle'}
        onClick={props.onPreview}
      >
        <IconEye size={18} />
      </ActionIcon>
    </Tooltip>
  </>
);
