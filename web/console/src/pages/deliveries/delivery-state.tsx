import type { Delivery } from '../../api/generated.ts';
import { StatusBadge } from '../../components/status-badge.tsx';
import { t } from '../../messages/translate.ts';

export const DeliveryState = ({ delivery }: { delivery: Pick<Delivery, 'status' | 'attempts'> }) => {
  if (delivery.status === 'delivered')
    return <StatusBadge tone="good">{t('deliveries.state.delivered')}</StatusBadge>;
  if (delivery.status === 'dead') return <StatusBadge tone="bad">{t('deliveries.state.failed')}</StatusBadge>;
  return delivery.attempts === 0 ? (
    <StatusBadge tone="busy">{t('deliveries.state.pending')}</StatusBadge>
  ) : (
    <StatusBadge tone="notice">{t('deliveries.state.retrying')}</StatusBadge>
  );
};
