export type { DeliveryListener } from './attempt-delivery.ts';
export type { AddressCheck } from './check-addresses.ts';
export type { Delivery, DeliveryAttempt, DeliveryStatus, DeliveryTarget } from './delivery.ts';
export { createReportEvent, type NewEvent, type ReportEvent } from './report-event.ts';
export type { DeliveryFilter } from './store.ts';
export { createWebhooks, type NewDelivery, type Webhooks } from './webhooks.ts';
