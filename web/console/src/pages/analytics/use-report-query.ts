import { useFilter } from '../../lib/use-filter.ts';

export interface ReportQuery {
  days?: number;
  from?: string;
  to?: string;
  agentId?: string;
  channel?: string;
}

const ordinaryDays = '30';

/** The filters in the address: the period, the agent and the channel. */
export const useReportQuery = () => {
  const [days, setDays] = useFilter('days');
  const [from, setFrom] = useFilter('from');
  const [to, setTo] = useFilter('to');
  const [agentId, setAgentId] = useFilter('agent');
  const [channel, setChannel] = useFilter('channel');
  const isCustom = days === 'custom';
  const query: ReportQuery = {
    ...(isCustom ? {} : { days: Number(days || ordinaryDays) }),
    ...(isCustom && from ? { from } : {}),
    ...(isCustom && to ? { to } : {}),
    ...(agentId ? { agentId } : {}),
    ...(channel ? { channel } : {}),
  };
  return {
    query,
    values: { days: days || ordinaryDays, from, to, agentId, channel },
    set: { days: setDays, from: setFrom, to: setTo, agentId: setAgentId, channel: setChannel },
  };
};
