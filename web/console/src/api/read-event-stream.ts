import { createParser } from 'eventsource-parser';
import { unreachable } from './api-error.ts';

/** Calls `onEvent` for each event. Resolves at the end of the stream. */
export const readEventStream = async <Event>(
  response: Response,
  onEvent: (event: Event) => void,
): Promise<void> => {
  const parser = createParser({
    onEvent: ({ event = 'message', data, id }) => onEvent({ event, data: JSON.parse(data), id } as Event),
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
