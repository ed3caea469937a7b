import type {
  ConnectionAccess,
  Connector,
  InboundEvent,
  InboundRequest,
} from '../../../src/channels/connectors/connector.ts';

/** A request of a platform, as far as its signature needs it. */
export interface SampleRequest {
  body: string;
  headers: Record<string, string>;
  nowMs?: number;
  query?: Record<string, string>;
}

export const toRequest = ({
  body,
  headers,
  nowMs = Date.now(),
  query = {},
}: SampleRequest): InboundRequest => ({
  method: 'POST',
  headers,
  query,
  body: Buffer.from(body),
  nowMs,
});

/** What the service understands of a request. 'nothing': acknowledged, and nothing is stored. */
export const readSample = (
  connector: Connector,
  connection: Partial<ConnectionAccess>,
  sample: SampleRequest,
): InboundEvent[] | 'nothing' | 'refused' => {
  const access: ConnectionAccess = {
    id: 'connection',
    secrets: {},
    settings: {},
    account: { key: '', name: '' },
    inboundUrl: 'https://desk.example/channels/inbound/connection',
    ...connection,
  };
  const inbound = connector.receive(toRequest(sample), access);
  if (inbound.kind === 'refused') return 'refused';
  if (inbound.kind !== 'updates') return 'nothing';
  // Payloads are stored as JSON.
  return inbound.updates.map(({ payload }) => connector.read(JSON.parse(JSON.stringify(payload)), access));
};
