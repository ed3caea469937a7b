import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow';
import { type ConnectionAccess, ConnectorError } from '../connector.ts';
import type { PlatformApi } from '../platform-api.ts';

type Access = Pick<ConnectionAccess, 'settings' | 'secrets'>;

const connectMs = 15_000;
const idleMs = 30_000;
/** One answer of the server. Contents are fetched in smaller pieces. */
const largestLiteralBytes = 4 * 2 ** 20;

/** The credentials were refused. */
export class ImapRefusedError extends ConnectorError {}

const connect = async ({ settings, secrets }: Access, api: PlatformApi): Promise<ImapFlow> => {
  const host = settings.imapHost!;
  const port = Number(settings.imapPort || 993);
  // The checked address is the connected one. The certificate must be of the name.
  const address = await api.resolve(host, port);
  // Loaded with the first mailbox, because most processes have none.
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client({
    host: address,
    port,
    servername: host,
    secure: true,
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, servername: host },
    auth: { user: settings.user || settings.address!, pass: secrets.password! },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: idleMs,
    maxLiteralSize: largestLiteralBytes,
  });
  // Reported by the call that fails.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    client.close();
    if ((error as { authenticationFailed?: boolean }).authenticationFailed)
      throw new ImapRefusedError('The IMAP server does not accept the user name and the password');
    const { code, message } = error as { code?: string; message: string };
    throw new ConnectorError(
      `The IMAP server ${host} cannot be used: ${(code ?? message).replaceAll(/\s+/g, ' ').slice(0, 200)}`,
    );
  }
  return client;
};

/** Opens the folder without changing it, and closes the connection afterwards. */
export const withMailbox = async <Result>(
  access: Access,
  api: PlatformApi,
  signal: AbortSignal | undefined,
  work: (client: ImapFlow) => Promise<Result>,
): Promise<Result> => {
  const client = await connect(access, api);
  const abort = (): void => client.close();
  signal?.addEventListener('abort', abort, { once: true });
  const folder = access.settings.folder || 'INBOX';
  try {
    await client.mailboxOpen(folder, { readOnly: true }).catch(() => {
      throw new ConnectorError(`The mailbox has no folder ${folder}`);
    });
    const result = await work(client);
    await client.logout().catch(() => {});
    return result;
  } finally {
    signal?.removeEventListener('abort', abort);
    client.close();
  }
};

/** The bytes of a part, decoded. At most `maxBytes`. */
export const readPart = async (
  client: ImapFlow,
  uid: number,
  part: string,
  maxBytes: number,
): Promise<Buffer> => {
  const { content } = await client.download(String(uid), part, { uid: true, maxBytes });
  if (!content) throw new ConnectorError('The mail was deleted');
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const mostParts = 200;

/** The parts of a mail that have content, in order. A mail of one part has no number. */
export const partsOf = (
  structure: MessageStructureObject | undefined,
): (MessageStructureObject & { part: string })[] => {
  const found: (MessageStructureObject & { part: string })[] = [];
  const visit = (node: MessageStructureObject): void => {
    if (found.length >= mostParts) return;
    if (node.childNodes) for (const child of node.childNodes) visit(child);
    else found.push({ ...node, part: node.part ?? '1' });
  };
  if (structure) visit(structure);
  return found;
};

export type { FetchMessageObject };
