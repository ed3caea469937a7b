import { createParser } from 'eventsource-parser';
import { unreachable } from './api-error.ts';

export interface ServerEvent {
  id: string | undefined;
  /** The name of the event where it has one. */
  event: string | undefined;
  /** Parsed. */
  data: unknown;
}

/** Tells each event of an answer as it comes; resolves when the service has said everything. */
export const readEventStream = async (
  response: Response,
  onEvent: (event: ServerEvent) => void,
): Promise<void> => {
  const parser = createParser({
    onEvent: ({ id, event, data }) => onEvent({ id, event, data: JSON.parse(data) }),
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((error: unknown) => {
      if (error instanceof DOMException && error.name === 'AbortError') throw error;
      throw unreachable();
    });
    if (done) return;
    parser.feed(value);
  }
};
