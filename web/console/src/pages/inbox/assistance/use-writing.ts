import { useEffect, useRef, useState } from 'react';
import type { Address } from '../../../api/address.ts';
import { ApiError, messageOf } from '../../../api/api-error.ts';
import type { EventOf } from '../../../api/calls.ts';
import { t } from '../../../messages/translate.ts';

type SuggestionAddress = Address<'/workspaces/{workspaceId}/inbox/sessions/{sessionId}/suggestion'>;
/** Summaries and translations have the same events, except for the passages. */
export type WritingEvent = EventOf<SuggestionAddress, 'post'>;
export type Passage = Extract<WritingEvent, { event: 'passages' }>['data']['passages'][number];
type Failure = Extract<WritingEvent, { event: 'failure' }>['data'];
type Read = (onEvent: (event: WritingEvent) => void, signal: AbortSignal) => Promise<void>;

export interface Writing {
  state: 'idle' | 'running' | 'done' | 'cancelled' | 'failed';
  text: string;
  passages: readonly Passage[];
  /** False: there was nothing to write about. */
  isFound: boolean;
  isCut: boolean;
  failure: string | undefined;
}

const idle: Writing = {
  state: 'idle',
  text: '',
  passages: [],
  isFound: true,
  isCut: false,
  failure: undefined,
};

const reportedText = ({ reason, message }: Failure): string => {
  if (reason === 'credits') return t('inboxAssist.failure.credits');
  if (reason === 'time') return t('inboxAssist.failure.time');
  return t(reason === 'model' ? 'inboxAssist.failure.model' : 'inboxAssist.failure.other', {
    reason: message,
  });
};

const rejectedText = (error: unknown): string =>
  error instanceof ApiError && error.status === 429 ? t('inboxAssist.failure.busy') : messageOf(error);

/** A text that the agent's model writes, in parts. Leaving the conversation cancels it. */
export const useWriting = () => {
  const [writing, setWriting] = useState(idle);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const start = async (read: Read, onText: (text: string) => void = () => {}): Promise<void> => {
    running.current?.abort();
    const abort = new AbortController();
    running.current = abort;
    let current: Writing = { ...idle, state: 'running' };
    const show = (change: Partial<Writing>): void => {
      if (abort.signal.aborted) return;
      current = { ...current, ...change };
      setWriting(current);
    };
    const onEvent = (event: WritingEvent): void => {
      if (abort.signal.aborted) return;
      if (event.event === 'passages') show({ passages: event.data.passages });
      if (event.event === 'text') {
        show({ text: current.text + event.data.text });
        onText(event.data.text);
      }
      if (event.event === 'done')
        show({ state: 'done', isFound: event.data.isFound, isCut: event.data.isCut });
      if (event.event === 'failure') show({ state: 'failed', failure: reportedText(event.data) });
    };
    show({});
    try {
      await read(onEvent, abort.signal);
      if (current.state === 'running') show({ state: 'failed', failure: t('inboxAssist.failure.broken') });
    } catch (error) {
      show({ state: 'failed', failure: rejectedText(error) });
    }
  };

  return {
    ...writing,
    start,
    /** Ends the model call. The text written so far is kept. */
    cancel: (): void => {
      running.current?.abort();
      setWriting((before) => (before.state === 'running' ? { ...before, state: 'cancelled' } : before));
    },
    clear: (): void => {
      running.current?.abort();
      setWriting(idle);
    },
  };
};
