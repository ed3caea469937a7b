import { Group, Text } from '@mantine/core';
import { lengthText } from '../../../messages/length-text.ts';
import type { Message } from '../api/generated.ts';
import { t } from '../messages/translate.ts';

/** Plays a spoken reply. The service measured its length, which the player knows only after reading the file. */
export const RecordingPlayer = ({ url, transcript, seconds }: Message['recordings'][number]) => (
  <Group gap="xs">
    {/* biome-ignore lint/a11y/useMediaCaption: the transcript is the text above */}
    <audio
      controls
      preload="metadata"
      src={url}
      aria-label={t('conversations.reply.audio', { text: transcript.slice(0, 80) })}
    />
    <Text size="xs" c="dimmed" span>
      {lengthText(seconds)}
    </Text>
  </Group>
);
