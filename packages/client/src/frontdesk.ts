import { encodeFile, type FileInput } from './files.ts';
import {
  type DocumentStatus,
  type MessagePart,
  type Operations,
  operations,
  type SendMessageRequest,
} from './generated.ts';
import { MessageStream } from './message-stream.ts';
import { type CallOptions, type ClientOptions, createSend, type Send, wait } from './request.ts';

type Name = keyof Operations;
type PagedName = { [Key in Name]: Operations[Key] extends { item: unknown } ? Key : never }[Name];
type Input<Key extends Name> = Operations[Key]['input'];
type Arguments<Key extends Name> =
  undefined extends Input<Key>
    ? [input?: undefined, options?: CallOptions]
    : Partial<Input<Key>> extends Input<Key>
      ? [input?: Input<Key>, options?: CallOptions]
      : [input: Input<Key>, options?: CallOptions];

/** One method for each operation of the API, with its name in the reference. */
export type Methods = {
  [Key in Name]: (...given: Arguments<Key>) => Promise<Operations[Key]['output']>;
};

interface UploadOptions extends CallOptions {
  knowledgeBaseId?: string;
  /** Tokens of a chunk. Default: 600. */
  chunkTokens?: number;
}

const spreadsheets = /\.(?:csv|xls|xlsx|ods|tsv)$/i;
const largestPage = 100;
const statusPollMs = 1000;
const idsAtOnce = 100;

const itemsOf = (page: unknown, path: string): unknown[] => {
  const found = path === '' ? page : path.split('.').reduce((part, name) => (part as never)?.[name], page);
  return Array.isArray(found) ? found : [];
};

/** The API of one agent. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: the loop below defines the methods of the interface.
export class Frontdesk {
  readonly #send: Send;
  readonly #maxRetries: number;

  constructor(options: ClientOptions) {
    this.#send = createSend(options);
    this.#maxRetries = options.maxRetries ?? 3;
  }

  /** Calls an operation by its name. The methods with these names do the same. */
  async call<Key extends Name>(
    name: Key,
    input?: Input<Key>,
    options: CallOptions = {},
  ): Promise<Operations[Key]['output']> {
    const [method, path, hasKey] = operations[name];
    const isRead = method === 'GET' || method === 'DELETE';
    const response = await this.#send(
      {
        method,
        path,
        isRepeatable: method !== 'POST' || hasKey === 1,
        ...(isRead ? { query: input as Record<string, unknown> } : { body: input ?? {} }),
        ...(hasKey === 1
          ? { headers: { 'idempotency-key': options.idempotencyKey ?? crypto.randomUUID() } }
          : {}),
      },
      options,
    );
    return (await response.json()) as Operations[Key]['output'];
  }

  /** The reply while the agent writes it: `for await (const text of client.streamMessage(…).texts())`. */
  streamMessage(
    message: Omit<SendMessageRequest, 'response_mode'>,
    options: CallOptions = {},
  ): MessageStream {
    const [, path] = operations.sendMessage;
    const call = { ...options, idempotencyKey: options.idempotencyKey ?? crypto.randomUUID() };
    return new MessageStream({ send: this.#send, path, body: message, call, maxRetries: this.#maxRetries });
  }

  /** All entries of a list, page by page. */
  async *iterate<Key extends PagedName>(
    name: Key,
    input?: Omit<Input<Key>, 'page' | 'page_size'>,
    options: CallOptions & { pageSize?: number } = {},
  ): AsyncGenerator<Operations[Key]['item']> {
    const { pageSize = largestPage } = options;
    const path = operations[name][3];
    for (let page = 1; ; page += 1) {
      const found = await this.call(name, { ...input, page, page_size: pageSize } as Input<Key>, options);
      const items = itemsOf(found, path);
      yield* items as Operations[Key]['item'][];
      if (items.length < pageSize) return;
    }
  }

  /** Adds files to the knowledge of the agent, one after the other. Returns the IDs of the documents. */
  async uploadDocuments(files: Iterable<FileInput> | AsyncIterable<FileInput>, options: UploadOptions = {}) {
    const { knowledgeBaseId, chunkTokens, ...call } = options;
    const added: { name: string; documentId: string }[] = [];
    for await (const file of files) {
      const { name, base64 } = await encodeFile(file);
      const common = knowledgeBaseId === undefined ? {} : { knowledge_base_id: knowledgeBaseId };
      const one = [{ file_name: name, file_base64: base64 }];
      const { doc } = spreadsheets.test(name)
        ? await this.call('addSpreadsheetDocuments', { ...common, files: one }, call)
        : await this.call(
            'addTextDocuments',
            { ...common, files: one, chunk_token: chunkTokens ?? 600 },
            call,
          );
      for (const { doc_id } of doc) added.push({ name, documentId: doc_id });
    }
    return added;
  }

  /** Waits until the documents can be found, or have failed. */
  async waitForDocuments(documentIds: readonly string[], { signal }: { signal?: AbortSignal } = {}) {
    const done = new Map<string, DocumentStatus>();
    for (;;) {
      const open = documentIds.filter((id) => !done.has(id));
      for (let start = 0; start < open.length; start += idsAtOnce) {
        const data_ids = open.slice(start, start + idsAtOnce);
        for (const one of await this.call('getDocumentStatuses', { data_ids }, signal ? { signal } : {}))
          if (['AVAILABLE', 'FAILED'].includes(one.data_status)) done.set(one.data_id, one);
      }
      if (documentIds.every((id) => done.has(id))) return documentIds.map((id) => done.get(id)!);
      await wait(statusPollMs, signal);
    }
  }
}

export interface Frontdesk extends Methods {}

for (const name of Object.keys(operations) as Name[])
  Object.defineProperty(Frontdesk.prototype, name, {
    value(this: Frontdesk, input?: never, options?: CallOptions) {
      return this.call(name, input, options);
    },
  });

/** A file as a part of a message. */
export const filePart = async (
  type: 'image' | 'audio' | 'document',
  file: FileInput,
): Promise<MessagePart> => {
  const { name, base64 } = await encodeFile(file);
  const content = { base64_content: base64, name };
  return { type, [type]: content } as unknown as MessagePart;
};
