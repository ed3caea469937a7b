import type { ChatMessage } from '../../channels/index.ts';
import type { ReplyOutput } from '../../rounds/index.ts';

/** Spoken replies have this type. */
const spokenType = 'audio/mpeg';

/** The reply of a round for a chat of a messaging platform. */
export const chatMessageOf = ({
  outputs,
  error,
}: {
  outputs: readonly ReplyOutput[];
  error?: unknown;
}): ChatMessage => {
  if (error !== undefined) return { notice: 'failed' };
  const asks = outputs.at(-1)?.asks;
  return {
    text: outputs
      .filter(({ isAudioOnly }) => !isAudioOnly)
      .map(({ text }) => text)
      .filter((text) => text !== '')
      .join('\n\n'),
    ...(asks?.kind === 'choices' ? { choices: asks.choices } : {}),
    files: outputs.flatMap(({ audio }) =>
      audio.map(({ fileId }) => ({
        kind: 'audio' as const,
        fileId,
        name: 'reply.mp3',
        mediaType: spokenType,
        sizeBytes: 0,
      })),
    ),
  };
};
