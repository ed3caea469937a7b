import type { Delivery } from '../../api/generated.ts';
import type { Labels } from '../../lib/label-of.ts';

export const targetLabels: Labels<Delivery['target']> = {
  message: 'deliveries.target.message',
  human_service: 'deliveries.target.humanService',
  channel: 'deliveries.target.channel',
};

/** What a delivery contains. */
export const deliveryKindLabels: Labels = {
  reply: 'deliveries.kind.reply',
  human_reply: 'deliveries.kind.humanReply',
  notice: 'deliveries.kind.notice',
  event: 'deliveries.kind.event',
  establish: 'deliveries.kind.establish',
  chat: 'deliveries.kind.chat',
  close: 'deliveries.kind.close',
};
