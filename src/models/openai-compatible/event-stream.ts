import { createParser } from 'eventsource-parser';
import { ModelError } from '../port.ts';

export interface EventStream {
  feed(bytes: Uint8Array): void;
  /** The connection ended: reads what stands there without its final newline. */
  end(): void;
  /** Whether anything that came was an event. */
  readonly sawEvent: boolean;
  readonly sawBytes: boolean;
}

/** No honest line is longer; in UTF-16 units. */
const longestEvent = 8 * 1024 * 1024;

/** Bytes of a server-sent event stream → the data of each event. Characters may be cut anywhere. */
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
