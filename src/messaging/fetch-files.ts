import type { Agent } from '../agents/index.ts';
import {
  ConnectorError,
  type Connectors,
  type FileKind,
  type InboundFile,
  type NoticeName,
} from '../channels/index.ts';
import { EgressError } from '../lib/safe-fetch/index.ts';
import type { IncomingFile } from '../runtime/index.ts';
import type { ReceivedMessage } from './received-message.ts';

const mb = 2 ** 20;

/** The message is answered with a notice, because of one of its files. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly notice: NoticeName;
  readonly values: Record<string, string | number>;

  constructor(notice: NoticeName, values: Record<string, string | number> = {}) {
    super(notice);
    this.notice = notice;
    this.values = values;
  }
}

/** A file that was sent as a document may be anything, so the largest limit applies. Its content decides later. */
const limitMbOf = ({ settings: { recognition } }: Agent, kind: FileKind): number => {
  const { maxImageMb, maxAudioMb, maxDocumentMb } = recognition;
  if (kind === 'image') return maxImageMb;
  return kind === 'audio' ? maxAudioMb : Math.max(maxImageMb, maxAudioMb, maxDocumentMb);
};

/** Downloads the files of a message from the platform. */
export const createFetchFiles = ({
  connectors,
}: {
  connectors: Pick<Connectors, 'apiOf' | 'connections'>;
}) => {
  const fetchOne = async (
    { agent, connection, connector }: ReceivedMessage,
    { kind, handle, name, sizeBytes }: InboundFile,
    index: number,
  ): Promise<IncomingFile> => {
    const limitMb = limitMbOf(agent, kind);
    if ((sizeBytes ?? 0) > limitMb * mb) throw new FileProblem('fileTooLarge', { mb: limitMb });
    const access = {
      connection: connectors.connections.accessOf(connection),
      api: connectors.apiOf(connector),
    };
    try {
      const bytes = await connector.download(handle, access, limitMb * mb);
      return {
        type: 'file',
        ...(kind === 'document' ? {} : { kind }),
        source: { bytes },
        ...(name === undefined ? {} : { name }),
        field: `files[${index}]`,
      };
    } catch (error) {
      if (error instanceof EgressError && error.reason === 'too-large')
        throw new FileProblem('fileTooLarge', { mb: limitMb });
      if (error instanceof EgressError || error instanceof ConnectorError)
        throw new FileProblem('fileFailed');
      throw error;
    }
  };

  return async (received: ReceivedMessage): Promise<IncomingFile[]> => {
    const files: IncomingFile[] = [];
    for (const [index, file] of received.message.files.entries())
      files.push(await fetchOne(received, file, index));
    return files;
  };
};
