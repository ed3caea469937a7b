import { Group, Text } from '@mantine/core';
import { type Icon, IconFileText, IconMicrophone, IconPhoto } from '@tabler/icons-react';
import type { AttachedFile } from '../../../api/types/trace.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import classes from './transcript.module.css';

const icons: Record<AttachedFile['kind'], Icon> = {
  image: IconPhoto,
  audio: IconMicrophone,
  document: IconFileText,
};

const names: Record<AttachedFile['kind'], string> = {
  image: 'Picture',
  audio: 'Recording',
  document: 'Document',
};

/** What came with a question. */
export const AttachedFiles = ({ files }: { files: readonly AttachedFile[] }) => (
  <ul className={classes.files} aria-label="Attached files">
    {files.map(({ id, kind, name, sizeBytes }) => {
      const Icon = icons[kind];
      return (
        <li key={id}>
          <Group gap={6} wrap="nowrap">
            <Icon size={16} stroke={1.7} aria-hidden />
            <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
              {name || names[kind]}
            </Text>
            <Text size="xs" c="dimmed" span style={{ whiteSpace: 'nowrap' }}>
              {names[kind].toLowerCase()}, {formatBytes(sizeBytes)}
            </Text>
          </Group>
        </li>
      );
    })}
  </ul>
);
