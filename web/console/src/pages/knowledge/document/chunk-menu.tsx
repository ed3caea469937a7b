import { ActionIcon, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconEye, IconEyeOff, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Chunk } from '../../../api/generated.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { t } from '../../../messages/translate.ts';
import type { ChunkEdits } from './use-chunk-edits.ts';

interface ChunkMenuProps {
  chunk: Chunk;
  edits: ChunkEdits;
  onEdit(): void;
}

/** Actions on one chunk. */
export const ChunkMenu = ({ chunk, edits, onEdit }: ChunkMenuProps) => {
  const [isDeleting, setIsDeleting] = useState(false);
  const number = chunk.position + 1;
  const isChanged = chunk.edit?.kind === 'change';
  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon aria-label={t('knowledge.chunk.actions', { number })}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={onEdit}>
            {t('knowledge.chunk.edit')}
          </Menu.Item>
          <Menu.Item
            leftSection={
              chunk.isEnabled ? <IconEyeOff size={15} aria-hidden /> : <IconEye size={15} aria-hidden />
            }
            onClick={() => edits.change.mutate({ chunk, change: { isEnabled: !chunk.isEnabled } })}
          >
            {chunk.isEnabled ? t('knowledge.chunk.disable') : t('knowledge.chunk.enable')}
          </Menu.Item>
          {isChanged && (
            <Menu.Item
              leftSection={<IconArrowBackUp size={15} aria-hidden />}
              onClick={() => edits.restore.mutate(chunk)}
            >
              {t('knowledge.chunk.discard')}
            </Menu.Item>
          )}
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={15} aria-hidden />}
            onClick={() => setIsDeleting(true)}
          >
            {t('knowledge.deleteAsk')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={isDeleting}
        onClose={() => setIsDeleting(false)}
        title={t('knowledge.chunk.deleteTitle', { number })}
        onConfirm={() => edits.remove.mutateAsync(chunk)}
      >
        {chunk.edit?.kind === 'add' ? t('knowledge.chunk.deleteAdded') : t('knowledge.chunk.deleteText')}
      </ConfirmDialog>
    </>
  );
};
