import { setTimeout as delay } from 'node:timers/promises';
import { readEvents } from '../service/service.ts';
import type { Answer, Life } from './life.ts';

/** What a client of the service knows for sure, however often the service died meanwhile. */
export interface Journal {
  /** Every body it ever got. */
  replies: string[];
  /** Steps that were answered, with their answers: they are not repeated. */
  answered: Map<string, Answer>;
  /** Questions that were sent, and under which id they were acknowledged. */
  messages: Map<string, { mode: Mode; messageId: string | undefined }>;
  /** Documents, and the contents that may be found: the one acknowledged, and one that may have been stored. */
  documents: Map<string, { markers: string[]; status: 'kept' | 'deleting' | 'deleted' }>;
  /** Imports by table: the positions sent. */
  records: Map<string, number[]>;
  /** After so many deaths a document is given up, and the client may ask for another try. */
  mayRetryDocuments: boolean;
  /** Words that must be nowhere any more. */
  erased: Set<string>;
}

const againMs = 300;

export type Mode = 'blocking' | 'streaming' | 'webhook';

export const createJournal = (): Journal => ({
  replies: [],
  answered: new Map(),
  messages: new Map(),
  documents: new Map(),
  records: new Map(),
  mayRetryDocuments: false,
  erased: new Set(),
});

/** The answer to a step was not what a step of a workload expects. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

export interface Client {
  life: Life;
  journal: Journal;
  /**
   * A call that counts once, however often it has to be made: it carries a key, and a later life repeats it only
   * if no answer ever came.
   */
  step(name: string, method: string, path: string, body?: object): Promise<Answer>;
  /** A call that may be repeated at will. */
  read(method: string, path: string, body?: object): Promise<Answer>;
  newConversation(name: string): Promise<string>;
  ask(conversationId: string, text: string, mode?: Mode, parts?: object[]): Promise<Answer>;
}

export const createClient = (life: Life, journal: Journal): Client => {
  const read: Client['read'] = async (method, path, body) => {
    const answer = await life.call(method, path, body);
    journal.replies.push(answer.text);
    return answer;
  };

  const step: Client['step'] = async (name, method, path, body) => {
    const before = journal.answered.get(name);
    if (before) return before;
    let answer = await life.call(method, path, body, { 'idempotency-key': name });
    journal.replies.push(answer.text);
    // A database that is away is worth another try; a round that was cut stays 50000.
    for (let again = 0; again < 3 && answer.json.code === 50_000; again += 1) {
      await delay(againMs);
      answer = await life.call(method, path, body, { 'idempotency-key': name });
      journal.replies.push(answer.text);
    }
    const isCut = answer.json.code === 50_000 && journal.messages.has(name);
    if (answer.status > 299 && !isCut) throw new UnexpectedAnswer(`${name}: ${answer.status} ${answer.text}`);
    journal.answered.set(name, answer);
    return answer;
  };

  const acknowledge = (text: string, messageId: unknown): void => {
    const message = journal.messages.get(text)!;
    if (typeof messageId !== 'string') return;
    if (message.messageId !== undefined && message.messageId !== messageId)
      throw new UnexpectedAnswer(`${text} was acknowledged as ${message.messageId} and as ${messageId}`);
    message.messageId = messageId;
  };

  const stream = async (body: object, text: string): Promise<Answer> => {
    const response = await life.fetch('POST', '/v2/conversation/message', body, {
      headers: { 'idempotency-key': text },
    });
    let received = '';
    try {
      for await (const bytes of response.body!) {
        received += Buffer.from(bytes).toString();
        const [first] = readEvents(received.slice(0, received.lastIndexOf('\n\n') + 2));
        acknowledge(text, (first?.data as { message_id?: string } | undefined)?.message_id);
      }
    } finally {
      journal.replies.push(received);
    }
    // Refused before it became a stream, it has a body like any other answer.
    const json = response.status === 200 ? {} : JSON.parse(received);
    const answer = { status: response.status, text: received, json };
    journal.answered.set(text, answer);
    return answer;
  };

  return {
    life,
    journal,
    step,
    read,
    newConversation: async (name) => {
      const { json } = await step(name, 'POST', '/v1/conversation', { user_id: name.slice(0, 32) });
      return json.conversation_id as string;
    },
    ask: async (conversationId, text, mode = 'blocking', parts) => {
      const before = journal.answered.get(text);
      if (before) return before;
      if (!journal.messages.has(text)) journal.messages.set(text, { mode, messageId: undefined });
      const body = {
        conversation_id: conversationId,
        response_mode: mode,
        messages: [{ role: 'user', content: parts ? [{ type: 'text', text }, ...parts] : text }],
      };
      if (mode === 'streaming') return stream(body, text);
      const answer = await step(text, 'POST', '/v2/conversation/message', body);
      acknowledge(text, answer.json.message_id);
      return answer;
    },
  };
};
