/**
 * Receives replies and events of an agent and checks their signatures. Set `webhook.url` of the agent to its address.
 *
 *   WEBHOOK_SECRET=whsec_… PORT=9000 npx node examples/client/webhook-receiver.ts
 */
import { createServer } from 'node:http';
import {
  type DeliveredEvent,
  type DeliveredReply,
  verifyWebhook,
  WebhookVerificationError,
} from '../../packages/client/src/index.ts';

const { WEBHOOK_SECRET = '', PORT = '9000' } = process.env;
const mostBytes = 1024 * 1024;
/** The same delivery can arrive twice. Keep these IDs in your database. */
const seen = new Set<string>();

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > mostBytes) return request.destroy();
    chunks.push(chunk);
  }
  try {
    const body = Buffer.concat(chunks).toString('utf8');
    const sent = await verifyWebhook<DeliveredReply | DeliveredEvent>(request.headers, body, WEBHOOK_SECRET);
    const id = String(request.headers['webhook-id']);
    if (!seen.has(id)) {
      seen.add(id);
      if ('event' in sent) console.log(`event ${sent.event}`);
      else console.log(`reply ${sent.output.map(({ content }) => content.text).join(' ')}`);
    }
    return response.writeHead(204).end();
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) console.error(error);
    return response.writeHead(400).end();
  }
});
server.listen(Number(PORT), '127.0.0.1', () => {
  const address = server.address();
  console.log(`listening on ${typeof address === 'object' ? address?.port : address}`);
});
