import type { Round } from '../../api/generated.ts';
import { t } from '../../messages/translate.ts';
import { CitationList } from '../conversations/transcript/citation-list.tsx';

/** The recordings and citations of a finished reply. */
export const ReplyMedia = ({ round: { id, recordings, citations } }: { round: Round }) => (
  <>
    {recordings.map(({ url, transcript }) => (
      // biome-ignore lint/a11y/useMediaCaption: the transcript is the text above
      <audio
        key={url}
        controls
        preload="none"
        src={url}
        aria-label={t('conversations.reply.audio', { text: transcript.slice(0, 80) })}
      />
    ))}
    {citations.length > 0 && <CitationList roundId={id} citations={citations} />}
  </>
);
