import { ActionIcon, Button, FileButton, Group, Pill, Text, Textarea, Tooltip } from '@mantine/core';
import { IconPaperclip, IconPlayerStop, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { t } from '../../messages/translate.ts';
import type { PickedFile } from './read-files.ts';
import { sendOnEnter } from './send-on-enter.ts';
import classes from './try-it.module.css';

interface ComposerProps {
  isRunning: boolean;
  isAllowed: boolean;
  onSend(text: string, files: PickedFile[]): void;
  onStop(): void;
}

const maxFiles = 9;

/** Message box with attachments. */
export const Composer = ({ isRunning, isAllowed, onSend, onStop }: ComposerProps) => {
  const [text, setText] = useState('');
  const [files, setFiles] = useState<PickedFile[]>([]);
  const isReady = isAllowed && !isRunning && (text.trim() !== '' || files.length > 0);
  const send = (): void => {
    if (!isReady) return;
    onSend(text, files);
    setText('');
    setFiles([]);
  };
  if (!isAllowed)
    return (
      <Text size="sm" c="dimmed" className={classes.composer}>
        {t('tryIt.viewer')}
      </Text>
    );
  return (
    <div className={classes.composer}>
      {files.length > 0 && (
        <Pill.Group mb="xs">
          {files.map((file) => (
            <Pill
              key={file.name}
              withRemoveButton
              onRemove={() => setFiles(files.filter((one) => one !== file))}
              removeButtonProps={{
                'aria-label': t('tryIt.removeFile', { name: file.name }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {file.name}
            </Pill>
          ))}
        </Pill.Group>
      )}
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <FileButton multiple onChange={(picked) => setFiles([...files, ...picked].slice(0, maxFiles))}>
          {(props) => (
            <Tooltip label={t('tryIt.attach')}>
              <ActionIcon {...props} size={36} aria-label={t('tryIt.attach')}>
                <IconPaperclip size={18} />
              </ActionIcon>
            </Tooltip>
          )}
        </FileButton>
        <Textarea
          aria-label={t('tryIt.message')}
          placeholder={t('tryIt.message.placeholder')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={sendOnEnter(send)}
          autosize
          maxRows={6}
          style={{ flex: 1 }}
        />
        {isRunning ? (
          <Button variant="default" onClick={onStop} leftSection={<IconPlayerStop size={15} aria-hidden />}>
            {t('tryIt.stop')}
          </Button>
        ) : (
          <Button onClick={send} disabled={!isReady} leftSection={<IconSend size={15} aria-hidden />}>
            {t('tryIt.send')}
          </Button>
        )}
      </Group>
    </div>
  );
};
