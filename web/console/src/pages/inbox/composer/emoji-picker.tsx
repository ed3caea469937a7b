import { SimpleGrid, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { t } from '../../../messages/translate.ts';
import { emojiList } from './emoji-list.ts';

/** Emoji to choose from, found by words. Loaded when it is opened. */
const EmojiPicker = ({ onPick }: { onPick(emoji: string): void }) => {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const found = emojiList.filter(([, known]) => known.includes(wanted));
  return (
    <>
      <TextInput
        size="xs"
        data-autofocus
        aria-label={t('inbox.emoji.search')}
        placeholder={t('inbox.emoji.search')}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && found[0]) onPick(found[0][0]);
        }}
      />
      <SimpleGrid cols={8} spacing={2} mt={6} mah={220} style={{ overflowY: 'auto' }}>
        {found.map(([emoji, known]) => (
          <UnstyledButton
            key={emoji}
            p={4}
            ta="center"
            aria-label={`${emoji} ${known.split(' ')[0]}`}
            onClick={() => onPick(emoji)}
          >
            {emoji}
          </UnstyledButton>
        ))}
      </SimpleGrid>
      {found.length === 0 && (
        <Text size="sm" c="dimmed" mt={6}>
          {t('inbox.emoji.none')}
        </Text>
      )}
    </>
  );
};

export default EmojiPicker;
