import { Mark, Text } from '@mantine/core';
import type { FoundConversation } from '../../../api/generated.ts';
import { type Labels, labelOf } from '../../../lib/label-of.ts';

const sources: Labels = {
  answer: 'conversations.match.answer',
  person: 'conversations.match.person',
  file: 'conversations.match.file',
  user: 'conversations.match.user',
};

/** The parts with their place, which is their key. */
const placed = (snippet: FoundConversation['match']['snippet']) => {
  let start = 0;
  return snippet.map((part) => {
    const place = start;
    start += part.text.length;
    return { ...part, place };
  });
};

/** The part of a message that matches, with the words marked. */
export const SnippetText = ({ match: { source, snippet } }: { match: FoundConversation['match'] }) => (
  <Text size="sm" c="dimmed" lineClamp={2}>
    {source !== 'question' && `${labelOf(sources, source)}: `}
    {placed(snippet).map(({ text, isMatch, place }) =>
      isMatch ? <Mark key={place}>{text}</Mark> : <span key={place}>{text}</span>,
    )}
  </Text>
);
