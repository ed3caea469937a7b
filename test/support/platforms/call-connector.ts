import type {
  Connector,
  InboundMessage,
  OutgoingReply,
  SendOutcome,
} from '../../../src/channels/connectors/connector.ts';
import { createPlatformApis } from '../../../src/channels/connectors/platform-api.ts';
import { createSafeFetch } from '../../../src/lib/safe-fetch/index.ts';

interface Called {
  secrets: Record<string, string>;
  settings?: Record<string, string>;
  account: { key: string; name: string };
  /** As in FRONTDESK_PLATFORM_URLS. */
  urls: Record<string, string>;
  /** The content of every file. */
  bytes?: Buffer;
}

/** A connector without a service, to compare its requests with those of another client. */
export const callConnector = (
  connector: Connector,
  { secrets, settings = {}, account, urls, bytes = Buffer.from('content') }: Called,
) => {
  const connection = {
    id: 'connection',
    secrets,
    settings,
    account,
    inboundUrl: 'https://desk.example/channels/inbound/connection',
  };
  const api = createPlatformApis({ safeFetch: createSafeFetch({ allow: ['127.0.0.1'] }), urls })(connector);
  return {
    connection,
    api,
    /** Sends a reply as the service does: one call after the other. */
    reply: async (reply: OutgoingReply, address: InboundMessage['address']): Promise<SendOutcome[]> => {
      const outcomes: SendOutcome[] = [];
      for (const call of connector.render(reply, address, settings))
        outcomes.push(
          await connector.send(
            call,
            {
              connection,
              api,
              address,
              files: { read: async () => bytes, urlOf: async () => 'https://desk.example/file' },
              deliveryId: 'delivery-1',
              kind: 'reply',
              conversationId: null,
              nowMs: Date.now(),
            },
            AbortSignal.timeout(10_000),
          ),
        );
      return outcomes;
    },
  };
};
