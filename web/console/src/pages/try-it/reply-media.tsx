import type { Round } from '../../api/generated.ts';
import { RecordingPlayer } from '../../components/recording-player.tsx';
import { CitationList } from '../conversations/transcript/citation-list.tsx';

/** The recordings and citations of a finished reply. */
export const ReplyMedia = ({ round: { id, recordings, citations } }: { round: Round }) => (
  <>
    {recordings.map((recording) => (
      <RecordingPlayer key={recording.url} {...recording} />
    ))}
    {citations.length > 0 && <CitationList roundId={id} citations={citations} />}
  </>
);
