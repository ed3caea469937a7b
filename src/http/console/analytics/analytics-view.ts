import { type Static, Type } from 'typebox';
import { type CounterName, type PeriodFigures, percentileOf } from '../../../analytics/index.ts';
import { CreditText } from '../conversations/conversation-view.ts';
import { formatCredits } from '../usage/credit-routes.ts';
import { NullableText } from '../wire/wire-schemas.ts';

const Count = Type.Integer();
const nullable = (description: string) => Type.Union([Type.Number(), Type.Null()], { description });
const percentile = (share: string, what: string) =>
  nullable(`${share} percentile of ${what}, in milliseconds; at most 2.5 % off. null: no value`);

/** Sums that every table of the report has. */
const sumFields = {
  conversations: Type.Integer({ description: 'Conversations that started' }),
  rounds: Type.Integer({ description: 'Ended rounds of the agent, without replaced versions' }),
  failedRounds: Count,
  messagesToPeople: Type.Integer({ description: 'Messages that a person got instead of the agent' }),
  resolvedShare: nullable(
    'Share of the conversations without a human session whose newest rating, if any, is not bad; null: no conversations',
  ),
  handoffShare: nullable('Share of the conversations with a human session; null: no conversations'),
  handoffs: Type.Object(
    {
      count: Type.Integer({ description: 'Human sessions that started' }),
      answered: Count,
      open: Count,
      missed: Type.Object(
        { notTaken: Count, noReply: Count, userLeft: Count, unreachable: Count },
        { description: 'Sessions that ended without a reply, by reason' },
      ),
    },
    { description: 'Human sessions' },
  ),
  satisfaction: Type.Object(
    {
      count: Count,
      average: nullable('null: nobody rated a session'),
      stars: Type.Object({ '1': Count, '2': Count, '3': Count, '4': Count, '5': Count }),
    },
    { description: 'How users rated human sessions' },
  ),
  feedback: Type.Object({ good: Count, bad: Count }, { description: 'How users rated replies' }),
  quality: Type.Object(
    { unresolved: Count, partiallyResolved: Count, fullyResolved: Count },
    { description: 'How operators rated replies' },
  ),
  credits: CreditText,
  creditsPerConversation: NullableText({ description: 'Credits as decimal text; null: no conversations' }),
  nothingFound: Type.Integer({ description: 'Rounds whose search of the knowledge found nothing' }),
  toolCalls: Count,
  toolFailures: Count,
};

const figureFields = {
  ...sumFields,
  users: Type.Object(
    {
      active: Type.Integer({ description: 'Different users who wrote' }),
      new: Type.Integer({ description: 'Users who had never written to the agent before' }),
      returning: Type.Integer({ description: 'The other active users' }),
    },
    { description: 'Users of different agents are different users' },
  ),
  latency: Type.Object({
    firstTokenP50Ms: percentile('50th', 'the time until the first text'),
    firstTokenP95Ms: percentile('95th', 'the time until the first text'),
    totalP50Ms: percentile('50th', 'the duration of rounds'),
    totalP95Ms: percentile('95th', 'the duration of rounds'),
  }),
  waiting: Type.Object({
    firstReplyP50Ms: percentile('50th', 'the time until the first reply of a person'),
    firstReplyP95Ms: percentile('95th', 'the time until the first reply of a person'),
  }),
};

export const AnalyticsFigures = Type.Object(figureFields, { title: 'AnalyticsFigures' });
export const AnalyticsOfDay = Type.Object(
  { day: Type.String({ format: 'date', examples: ['2026-08-01'] }), ...figureFields },
  { title: 'AnalyticsOfDay' },
);
export const AnalyticsOfAgent = Type.Object(
  { agentId: Type.String(), agentName: Type.String(), ...sumFields },
  { title: 'AnalyticsOfAgent' },
);

type Counters = Record<CounterName, number>;

const SumsSchema = Type.Object(sumFields);
const roundedTo = (value: number, digits: number): number => Math.round(value * 10 ** digits) / 10 ** digits;
const shareOf = (part: number, whole: number): number | null =>
  whole === 0 ? null : roundedTo(part / whole, 4);

const presentSatisfaction = (counters: Counters) => {
  const stars = {
    '1': counters.stars1,
    '2': counters.stars2,
    '3': counters.stars3,
    '4': counters.stars4,
    '5': counters.stars5,
  };
  const count = Object.values(stars).reduce((sum, rated) => sum + rated, 0);
  const points = Object.entries(stars).reduce((sum, [star, rated]) => sum + Number(star) * rated, 0);
  return { count, average: count === 0 ? null : roundedTo(points / count, 2), stars };
};

export const presentSums = (counters: Counters): Static<typeof SumsSchema> => ({
  conversations: counters.conversations,
  rounds: counters.rounds,
  failedRounds: counters.failedRounds,
  messagesToPeople: counters.messagesToPeople,
  resolvedShare: shareOf(
    counters.conversations - counters.handedOff - counters.unresolved,
    counters.conversations,
  ),
  handoffShare: shareOf(counters.handedOff, counters.conversations),
  handoffs: {
    count: counters.handoffs,
    answered: counters.handoffsAnswered,
    open: counters.handoffsOpen,
    missed: {
      notTaken: counters.missedNotTaken,
      noReply: counters.missedNoReply,
      userLeft: counters.missedUserLeft,
      unreachable: counters.missedUnreachable,
    },
  },
  satisfaction: presentSatisfaction(counters),
  feedback: { good: counters.feedbackGood, bad: counters.feedbackBad },
  quality: {
    unresolved: counters.qualityUnresolved,
    partiallyResolved: counters.qualityPartial,
    fullyResolved: counters.qualityFull,
  },
  credits: formatCredits(counters.costNano),
  creditsPerConversation:
    counters.conversations === 0
      ? null
      : formatCredits(Math.round(counters.costNano / counters.conversations)),
  nothingFound: counters.nothingFound,
  toolCalls: counters.toolCalls,
  toolFailures: counters.toolFailures,
});

export const presentFigures = ({ figures, users }: PeriodFigures): Static<typeof AnalyticsFigures> => {
  const { durations, firstTokens, waits } = figures.histograms;
  const at = (histogram: typeof durations, share: number): number | null => {
    const value = percentileOf(histogram, share);
    return value === null ? null : Math.round(value);
  };
  return {
    ...presentSums(figures.counters),
    users: { active: users.active, new: users.fresh, returning: users.active - users.fresh },
    latency: {
      firstTokenP50Ms: at(firstTokens, 0.5),
      firstTokenP95Ms: at(firstTokens, 0.95),
      totalP50Ms: at(durations, 0.5),
      totalP95Ms: at(durations, 0.95),
    },
    waiting: { firstReplyP50Ms: at(waits, 0.5), firstReplyP95Ms: at(waits, 0.95) },
  };
};
