import { createParser } from 'eventsource-parser';
import { ModelError } from '../port.ts';

export interface EventStream {
  feed(bytes: Uint8Array): void;
  /** The connection ended: reads the last line without a newline. */
  end(): void;
  /** Whether an event was received. */
  readonly sawEvent: boolean;
  readonly sawBytes: boolean;
}

/** Maximum length of a line in UTF-16 units. */
const longestEvent = 8 * 1024 * 1024;

/** Parses bytes of a server-sent event stream into the data of each event. Characters may be cut anywhere. */
export const createEventStream = (onData: (data: string) => void): EventStream => {
  const decoder = new TextDecoder();
  let [sawEvent, sawBytes] = [false, false];
  const parser = createParser({
    maxBufferSize: longestEvent,
    onEvent: ({ data }) => {
      sawEvent = true;
      onData(data);
    },
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded')
        throw new ModelError('garbage', 'A line of the stream is too long');
    },
  });
  return {
    feed: (bytes) => {
      sawBytes ||= bytes.length > 0;
      parser.feed(decoder.decode(bytes, { stream: true }));
    },
    end: () => parser.feed(`${decoder.decode()}\n\n`),
    get sawEvent() {
      return sawEvent;
    },
    get sawBytes() {
      return sawBytes;
    },
  };
};
