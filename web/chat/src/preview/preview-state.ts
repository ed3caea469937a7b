import type { Session } from '../service/wire.ts';
import { type ChatState, firstState } from '../state/chat-state.ts';
import { changeConversation, noConversation } from '../state/conversation.ts';
import type { PreviewDraft } from './preview-draft.ts';

const sessionOf = ({ agent, features }: PreviewDraft): Session => ({
  browser_secret: '',
  token: '',
  frame_grant: null,
  visitor: { user_id: null, anonymous_id: null, proven: false, email: null },
  identity_problem: null,
  agent,
  features: {
    images: false,
    audio_in: false,
    voice: 'none',
    audio_out: false,
    handoff_open: true,
    handoff_needs_email: false,
    max_files: 0,
    max_message_mb: 0,
    max_image_mb: 0,
    max_document_mb: 0,
    max_audio_mb: 0,
    image_hosts: [],
    ...features,
  },
  allowed_origins: [],
  conversation: null,
});

const message = (role: 'user' | 'assistant', text: string) => ({
  id: role,
  message_id: 'sample',
  answer_id: role === 'assistant' ? 'sample' : null,
  role,
  text,
  files: [],
  audio: [],
  citations: [],
  feedback: 'NONE' as const,
  status: 'ended' as const,
  create_time: Math.floor(Date.now() / 1000),
});

/** The state of a chat that has received the draft as its session. */
export const previewState = (draft: PreviewDraft): ChatState => {
  const { question, answer } = draft.sample;
  return {
    ...firstState,
    phase: 'ready',
    session: sessionOf(draft),
    conversation:
      draft.view === 'conversation'
        ? changeConversation(noConversation, {
            type: 'loaded',
            messages: [message('user', question), message('assistant', answer)],
            more: false,
            at: 'end',
          })
        : noConversation,
    history: { conversations: [], more: false },
  };
};
