import type { AddressInfo } from 'node:net';
import { sha256 } from '../../../src/auth/secrets.ts';
import { newId } from '../../../src/lib/ids.ts';
import { type TestService, testOperatorToken } from '../service/service.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Role = 'owner' | 'editor' | 'viewer' | 'support';

export interface StreamEvent {
  event: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  data: any;
}

/** The events of a stream of the management API, by name. */
export const readNamedEvents = (text: string): StreamEvent[] =>
  text
    .split('\n\n')
    .filter((block) => block.includes('data: '))
    .map((block) => {
      const lines = block.split('\n');
      const fieldOf = (field: string) =>
        lines.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
      return { event: fieldOf('event'), data: JSON.parse(fieldOf('data')!) };
    });

/** The management API of a running service: by token, as operators of each role, and over HTTP. */
export const openConsoleCalls = async (service: TestService) => {
  const { app } = service;
  const token = { key: testOperatorToken };
  const { id: workspaceId } = await app.db.query
    .selectFrom('workspaces')
    .select('id')
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  const { id: agentId } = await app.db.query
    .selectFrom('agents')
    .select('id')
    .orderBy('created_at')
    .executeTakeFirstOrThrow();
  const base = `/console/api/workspaces/${workspaceId}`;
  const agent = `${base}/agents/${agentId}`;
  const call = (method: Method, path: string, body?: unknown) => service.call(method, path, body, token);

  /** Sends a file as the body. */
  const sendFile = async (method: 'POST' | 'PUT', path: string, bytes: Buffer, headers = {}) => {
    const response = await app.server.inject({
      method,
      url: path,
      headers: {
        authorization: `Bearer ${testOperatorToken}`,
        'content-type': 'application/octet-stream',
        ...headers,
      },
      payload: bytes,
    });
    return { status: response.statusCode, body: response.json() };
  };

  /**
   * A signed-in operator with this role, whose calls are those of a browser. The session is inserted directly,
   * because hashing passwords would take most of a test's time.
   */
  const signIn = async (role: Role, workspace = workspaceId) => {
    const [id, secret, nowMs] = [newId(), `session-of-${role}`, Date.now()];
    const person = { id, email: `${role}@example.com`, name: role, password_hash: '' };
    const { query } = app.db;
    await query
      .insertInto('operators')
      .values({ ...person, created_at: nowMs, disabled_at: null })
      .execute();
    await query
      .insertInto('memberships')
      .values({ operator_id: id, workspace_id: workspace, role })
      .execute();
    const session = { operator_id: id, token_id: null, created_at: nowMs, expires_at: nowMs + 3_600_000 };
    await query
      .insertInto('operator_sessions')
      .values({ sha256: sha256(secret), ...session })
      .execute();
    const headers = {
      cookie: `frontdesk_session=${secret}`,
      'x-frontdesk-console': '1',
    };
    return (method: Method, path: string, body?: unknown) =>
      service.call(method, path, body, { key: null, headers });
  };

  /** Reads an endless stream until `isEnough`. */
  const follow = async (
    path: string,
    isEnough: (events: StreamEvent[]) => boolean,
    headers: Record<string, string> = {},
  ) => {
    if (!app.server.server.listening) await app.server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.server.address() as AddressInfo;
    const abort = new AbortController();
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${testOperatorToken}`, ...headers },
      signal: abort.signal,
    });
    let text = '';
    for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (isEnough(readNamedEvents(text.slice(0, text.lastIndexOf('\n\n') + 2)))) break;
    }
    abort.abort();
    return readNamedEvents(text);
  };

  return { workspaceId, agentId, base, agent, call, sendFile, signIn, follow };
};

export type ConsoleCalls = Awaited<ReturnType<typeof openConsoleCalls>>;
