export type { DeliveryListener } from './attempt-delivery.ts';
export {
  deleteDeliveriesOfChats,
  deleteDeliveriesOfConversations,
  deleteDeliveriesOfVisitors,
  lockDeliveries,
} from './delete-deliveries.ts';
export type { Delivery, DeliveryAttempt } from './delivery.ts';
export { type AgentEvent, createReportAgentEvent } from './report-agent-event.ts';
export { createReportEvent, type ReportEvent } from './report-event.ts';
export { sourceEvent } from './source-event.ts';
export { type DeliveryFilter, deleteEndedOfAgent } from './store.ts';
export { createWebhooks, type NewChatDelivery, type NewDelivery, type Webhooks } from './webhooks.ts';
