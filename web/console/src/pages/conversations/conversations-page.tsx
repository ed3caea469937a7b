import { useParams } from 'wouter';
import { ListView } from './list/list-view.tsx';
import { TranscriptView } from './transcript/transcript-view.tsx';

/** The list of conversations at /conversations, and one conversation at /conversations/ID. */
const ConversationsPage = () => {
  const conversationId = useParams()['*'];
  return conversationId ? (
    <TranscriptView key={conversationId} conversationId={conversationId} />
  ) : (
    <ListView />
  );
};

export default ConversationsPage;
