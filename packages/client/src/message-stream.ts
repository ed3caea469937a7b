import { ConnectionError, errorOf, FrontdeskError } from './errors.ts';
import { readEvents } from './events.ts';
import type { StreamEvent } from './generated.ts';
import { type CallOptions, type Send, wait } from './request.ts';

interface StreamSource {
  send: Send;
  /** Of the message. */
  path: string;
  body: object;
  call: CallOptions & { idempotencyKey: string };
  maxRetries: number;
}

/** Codes of events that are not failures. */
const eventCodes = [11, 3, 39, 10, 4, 0];
const resumeDelayMs = 300;

/**
 * The events of a reply while the agent writes it. A broken connection is resumed after the last event, so that no event
 * is lost or repeated. A failed round ends the iteration with a FrontdeskError.
 */
export class MessageStream implements AsyncIterable<StreamEvent> {
  /** Known after the first event. */
  messageId: string | undefined;
  answerId: string | undefined;
  /** The text so far. */
  text = '';
  readonly #source: StreamSource;
  #isStarted = false;

  constructor(source: StreamSource) {
    this.#source = source;
  }

  /** Can be iterated once. */
  async *[Symbol.asyncIterator](): AsyncGenerator<StreamEvent> {
    if (this.#isStarted) throw new Error('A message stream can be read once');
    this.#isStarted = true;
    let lastId = '';
    let failures = 0;
    for (;;) {
      try {
        for await (const { id, data } of readEvents(await this.#open(lastId))) {
          const event = JSON.parse(data) as StreamEvent;
          this.#note(event);
          failures = 0;
          lastId = id;
          yield event;
          if (event.code === 0) return;
        }
        throw new ConnectionError('The stream ended early');
      } catch (error) {
        const { signal } = this.#source.call;
        signal?.throwIfAborted();
        const isBroken = !(error instanceof FrontdeskError) || error instanceof ConnectionError;
        if (!isBroken || failures >= this.#source.maxRetries)
          throw error instanceof FrontdeskError ? error : new ConnectionError(error);
        failures += 1;
        await wait(resumeDelayMs * failures, signal);
      }
    }
  }

  /** Only the pieces of text. */
  async *texts(): AsyncGenerator<string> {
    for await (const event of this) if (event.code === 3) yield event.data;
  }

  /** Waits for the end and returns the whole text. */
  async finalText(): Promise<string> {
    for await (const _event of this);
    return this.text;
  }

  #note(event: StreamEvent): void {
    if (!eventCodes.includes(event.code)) {
      const { code, message, request_id } = event as { code: number; message: string; request_id?: string };
      throw errorOf(message, { code, status: 200, requestId: request_id });
    }
    if (event.code === 3) this.text += event.data;
    if (event.code !== 11) return;
    this.messageId = event.data.message_id;
    this.answerId = event.data.answer_id;
  }

  /** The first call, the same again before the first event, or the rest of the stream. */
  async #open(lastId: string): Promise<ReadableStream<Uint8Array>> {
    const { send, path, body, call } = this.#source;
    const response =
      this.messageId === undefined
        ? await send(
            {
              method: 'POST',
              path,
              body: { ...body, response_mode: 'streaming' },
              isRepeatable: true,
              isStream: true,
              headers: { 'idempotency-key': call.idempotencyKey },
            },
            call,
          )
        : await send(
            {
              method: 'GET',
              path: '/v1/conversation/message/stream',
              query: { message_id: this.messageId },
              isRepeatable: true,
              isStream: true,
              headers: { 'last-event-id': lastId },
            },
            call,
          );
    if (!response.body) throw new ConnectionError('The response has no body');
    return response.body;
  }
}
