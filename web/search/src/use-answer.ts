import { useRef, useState } from 'preact/hooks';
import type { Citation } from '../../../src/http/embed/page-schemas.ts';
import { followRound } from '../../chat/src/state/follow-round.ts';
import type { Service } from './service.ts';

export interface Answer {
  question: string;
  text: string;
  citations: Citation[];
  /** `asked`: nothing has arrived yet. `handed`: a person answers, in the chat. */
  state: 'asked' | 'streaming' | 'ended' | 'failed' | 'handed';
  /** Of a failure: what the service says. */
  problem?: { code: number; message: string };
}

interface Running {
  end: AbortController;
  /** While the round can be stopped. */
  messageId: string | undefined;
}

const wait = (attempt: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.min(8000, 300 * 2 ** attempt));
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/** The agent's answer to the last question. A new question ends the previous one. */
export const useAnswer = (service: Service) => {
  const [answer, setAnswer] = useState<Answer>();
  const current = useRef<Running | undefined>(undefined);

  /** Stops the round, so that nobody pays for words that nobody reads. */
  const stop = (): void => {
    const { end, messageId } = current.current ?? {};
    current.current = undefined;
    end?.abort();
    if (messageId) service.stop(messageId).catch(() => {});
  };

  const ask = async (question: string): Promise<void> => {
    stop();
    const end = new AbortController();
    const own: Running = { end, messageId: undefined };
    current.current = own;
    const change = (part: Partial<Answer>): void => {
      if (!end.signal.aborted) setAnswer((last) => last && { ...last, ...part });
    };
    setAnswer({ question, text: '', citations: [], state: 'asked' });
    const key = crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`;
    let text = '';
    try {
      const { conversation_id: conversationId } = await service.startConversation();
      const result = await followRound({
        begin: () => service.ask(question, conversationId, key, end.signal),
        resume: (messageId, last) => service.follow(messageId, last, end.signal),
        signal: end.signal,
        wait: (attempt) => wait(attempt, end.signal),
        onAccepted: ({ messageId }) => {
          own.messageId = messageId;
        },
        onText: (piece) => {
          text += piece;
          change({ text, state: 'streaming' });
        },
        onAudio: () => {},
        onConnection: () => {},
      });
      const { messageId } = own;
      own.messageId = undefined;
      if (result.type === 'handed') return change({ state: 'handed' });
      if (result.type === 'failed') return change({ state: 'failed', problem: result.error });
      const { citations } = await service.citations(messageId!).catch(() => ({ citations: [] }));
      change({ citations, state: 'ended' });
    } catch (error) {
      const { code = 0, message = '' } = error as { code?: number; message?: string };
      change({ state: 'failed', problem: { code, message } });
    }
  };

  return {
    answer,
    ask,
    stop: (): void => {
      stop();
      setAnswer((last) => last && { ...last, state: 'ended' });
    },
  };
};
