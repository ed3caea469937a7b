import type { FastifyReply } from 'fastify';
import { AppError } from '../../lib/errors.ts';
import type { Reply, RoundFeed, Runtime } from '../../runtime/index.ts';
import { type EventStream, openEventStream } from '../streaming/index.ts';

/** How the events of one protocol are written. Each function returns the text of server-sent events. */
export interface StreamWriter {
  start(): string;
  text(delta: string): string;
  /** @param streamed the text that was already written */
  end(reply: Reply, streamed: string): string;
  failure(failure: { code: number; message: string }): string;
}

interface FollowInput {
  feed: RoundFeed;
  writer: StreamWriter;
  runtime: Pick<Runtime, 'replyOf'>;
  onComplete(): void;
}

const writeEnd = async (stream: EventStream, { feed, writer, runtime }: FollowInput, streamed: string) => {
  const last = feed.events.at(-1);
  try {
    if (last?.type === 'message-end') stream.write(writer.end(await runtime.replyOf(feed.roundId), streamed));
    else if (last?.type === 'failure') stream.write(writer.failure(last));
    // Otherwise another process runs the round again. The client sees a stream without an end.
  } catch (error) {
    const { code, message } = new AppError('internal');
    stream.write(writer.failure({ code, message }));
    throw error;
  }
};

/** Streams a round in the form of `writer`. Waits for a slow reader without delaying others. */
export const followFeed = (reply: FastifyReply, input: FollowInput): Promise<void> =>
  new Promise((resolve, reject) => {
    const { feed, writer, onComplete } = input;
    const stream = openEventStream(reply);
    let next = 0;
    let streamed = '';
    let isEnding = false;

    const pump = (): void => {
      while (stream.isOpen && !stream.isFull && next < feed.events.length) {
        const event = feed.events[next++]!;
        if (event.type === 'message-start') stream.write(writer.start());
        else if (event.type === 'text-delta') {
          streamed += event.text;
          stream.write(writer.text(event.text));
        }
      }
      if (!feed.ended || next < feed.events.length || isEnding || !stream.isOpen) return;
      isEnding = true;
      onComplete();
      writeEnd(stream, input, streamed)
        .catch(reject)
        .finally(() => stream.end());
    };

    const stopListening = feed.listen(pump);
    stream.onDrain(pump);
    stream.onEnd(() => {
      stopListening();
      resolve();
    });
    pump();
  });
