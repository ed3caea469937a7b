import { setTimeout as delay } from 'node:timers/promises';
import { readEvents } from '../service/service.ts';
import type { Answer, FaultService } from './fault-service.ts';

/** What a client of the service knows for certain, however often the service died. */
export interface Journal {
  /** Every response body. */
  replies: string[];
  /** Answered steps with their answers. They are not repeated. */
  answered: Map<string, Answer>;
  /** Sent questions, with the id of their acknowledgement. */
  messages: Map<string, { mode: Mode; messageId: string | undefined }>;
  /** Documents with the contents that may be found: the acknowledged one, and one that may have been stored. */
  documents: Map<string, { markers: string[]; status: 'kept' | 'deleting' | 'deleted' }>;
  /** Imports by table, with the positions that were sent. */
  records: Map<string, number[]>;
  /** A document fails after this many kills, and the client may then retry it. */
  mayRetryDocuments: boolean;
  /** Erased words that must not be found anywhere. */
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

/** A step got an unexpected answer. */
export class UnexpectedAnswer extends Error {
  override readonly name = 'UnexpectedAnswer';
}

export interface Client {
  service: FaultService;
  journal: Journal;
  /**
   * A call with an idempotency key. A later process repeats it only
   * if it was never answered.
   */
  step(name: string, method: string, path: string, body?: object): Promise<Answer>;
  /** A call that may be repeated. */
  read(method: string, path: string, body?: object): Promise<Answer>;
  newConversation(name: string): Promise<string>;
  ask(conversationId: string, text: string, mode?: Mode, parts?: object[]): Promise<Answer>;
}

export const createClient = (service: FaultService, journal: Journal): Client => {
  const read: Client['read'] = async (method, path, body) => {
    const answer = await service.call(method, path, body);
    journal.replies.push(answer.text);
    return answer;
  };

  const step: Client['step'] = async (name, method, path, body) => {
    const before = journal.answered.get(name);
    if (before) return before;
    let answer = await service.call(method, path, body, { 'idempotency-key': name });
    journal.replies.push(answer.text);
    // An unavailable database is worth a retry. An interrupted round stays 50000.
    for (let again = 0; again < 3 && answer.json.code === 50_000; again += 1) {
      await delay(againMs);
      answer = await service.call(method, path, body, { 'idempotency-key': name });
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
    const response = await service.fetch('POST', '/v2/conversation/message', body, {
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
    // If it was rejected before the stream started, it has an ordinary body.
    const json = response.status === 200 ? {} : JSON.parse(received);
    const answer = { status: response.status, text: received, json };
    journal.answered.set(text, answer);
    return answer;
  };

  return {
    service,
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
