import type { Delivery } from '../../api/generated.ts';
import { StatusBadge } from '../../components/status-badge.tsx';

/** Where a delivery stands, in a word. */
export const DeliveryState = ({ delivery }: { delivery: Pick<Delivery, 'status' | 'attempts'> }) => {
  if (delivery.status === 'delivered') return <StatusBadge tone="good">delivered</StatusBadge>;
  if (delivery.status === 'dead') return <StatusBadge tone="bad">given up</StatusBadge>;
  return delivery.attempts === 0 ? (
    <StatusBadge tone="busy">on its way</StatusBadge>
  ) : (
    <StatusBadge tone="notice">trying again</StatusBadge>
  );
};

export const targetNames = { message: 'Webhook', human_service: 'Human service' } as const;
