import { Anchor, Group, Text } from '@mantine/core';
import { type Icon, IconFileText, IconMicrophone, IconPhoto } from '@tabler/icons-react';
import type { AttachedFile, Message } from '../../../api/generated.ts';
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
export const AttachedFiles = ({ files }: { files: Message['files'] }) => (
  <ul className={classes.files} aria-label="Attached files">
    {files.map(({ id, kind, name, sizeBytes, url }) => {
      const Icon = icons[kind];
      return (
        <li key={id}>
          <Group gap={6} wrap="nowrap">
            <Icon size={16} stroke={1.7} aria-hidden />
            <Anchor href={url} target="_blank" rel="noopener" size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name || names[kind]}
            </Anchor>
            <Text size="xs" c="dimmed" span style={{ whiteSpace: 'nowrap' }}>
              {names[kind].toLowerCase()}, {formatBytes(sizeBytes)}
            </Text>
          </Group>
        </li>
      );
    })}
  </ul>
);
