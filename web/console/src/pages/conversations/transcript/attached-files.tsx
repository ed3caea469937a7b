import { Anchor, Group, Text } from '@mantine/core';
import { type Icon, IconFileText, IconMicrophone, IconPhoto } from '@tabler/icons-react';
import { lengthText } from '../../../../../messages/length-text.ts';
import type { AttachedFile, Message } from '../../../api/generated.ts';
import { formatBytes } from '../../../lib/format-bytes.ts';
import { type LabelKey, t } from '../../../messages/translate.ts';
import classes from './transcript.module.css';

const icons: Record<AttachedFile['kind'], Icon> = {
  image: IconPhoto,
  audio: IconMicrophone,
  document: IconFileText,
};

const names: Record<AttachedFile['kind'], LabelKey> = {
  image: 'conversations.file.image',
  audio: 'conversations.file.audio',
  document: 'conversations.file.document',
};

/** Files of a message of the user or of a person. */
export const AttachedFiles = ({ files }: { files: Message['files'] }) => (
  <ul className={classes.files} aria-label={t('conversations.file.title')}>
    {files.map(({ id, kind, name, sizeBytes, seconds, url, removedAfterDays }) => {
      const Icon = icons[kind];
      return (
        <li key={id}>
          <Group gap={6} wrap="nowrap">
            <Icon size={16} stroke={1.7} aria-hidden />
            {removedAfterDays === undefined ? (
              <Anchor
                href={url}
                target="_blank"
                rel="noopener"
                size="sm"
                style={{ overflowWrap: 'anywhere' }}
              >
                {name || t(names[kind])}
              </Anchor>
            ) : (
              <Text size="sm" span style={{ overflowWrap: 'anywhere' }}>
                {name || t(names[kind])}
              </Text>
            )}
            <Text size="xs" c="dimmed" span style={{ whiteSpace: 'nowrap' }}>
              {t(names[kind])} · {formatBytes(sizeBytes)}
              {seconds !== undefined && ` · ${lengthText(seconds)}`}
              {removedAfterDays !== undefined &&
                ` · ${t('conversations.file.removed', { days: removedAfterDays })}`}
            </Text>
          </Group>
        </li>
      );
    })}
  </ul>
);
