import { useParams } from 'wouter';
import { ListView } from './list/list-view.tsx';
import { TranscriptView } from './transcript/transcript-view.tsx';

/** Below the agent's /conversations: all of them, and /ID one with everything that was said. */
const ConversationsPage = () => {
  const conversationId = useParams()['*'];
  return conversationId ? (
    <TranscriptView key={conversationId} conversationId={conversationId} />
  ) : (
    <ListView />
  );
};

export default ConversationsPage;
