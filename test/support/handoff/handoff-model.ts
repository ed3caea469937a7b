import fc from 'fast-check';
import { awaitMessageMs } from '../../../src/handoff/left-messages/leave-message.ts';
import { type HandoffBench, patience } from './handoff-bench.ts';

type Outcome = 'delivered' | 'failed' | 'dead';
type Plain = 'ask' | 'start' | 'stop' | 'close' | 'leave' | 'settle' | 'restart';
export type HandoffCommand =
  | { do: 'write'; text: string }
  | { do: 'reply'; text: string }
  | { do: 'attempt'; outcome: Outcome }
  | { do: 'wait'; ms: number }
  | { do: Plain };

type Round = NonNullable<Awaited<ReturnType<HandoffBench['send']>>>;
/** The state table as a model in memory. */
export interface HandoffModel {
  backend: HandoffBench['backend'];
  status: 'none' | 'opening' | 'open' | 'awaiting_message' | 'left_message' | 'closed';
  reason: string | null;
  hasReplied: boolean;
  deadlineMs: number;
  hasNotice: boolean;
  /** Nobody took it in time, and the user was asked to leave a message. */
  isNotTaken: boolean;
  nowMs: number;
  /** Calls to the human service, with the number of ended ones. */
  calls: { kind: string; text: string; isCurrent: boolean }[];
  ended: number;
  /** Replies and notices to the user. */
  read: { kind: string; text?: string }[];
  running: { round: Round; mustBeSilent: boolean }[];
}

/** Whether the agent is silent. It answers beside a left message. */
export const isLive = ({ status }: HandoffModel): boolean =>
  status === 'opening' || status === 'open' || status === 'awaiting_message';
const patienceOf = (model: HandoffModel): number =>
  model.hasReplied ? patience.idleMs : patience.firstReplyMs;

export const begin = (model: HandoffModel): void => {
  if (isLive(model)) return;
  for (const one of model.running) one.mustBeSilent = true;
  for (const call of model.calls) call.isCurrent = false;
  Object.assign(model, {
    status: 'opening',
    reason: null,
    hasReplied: false,
    hasNotice: false,
    isNotTaken: false,
  });
  if (model.backend === 'webhook') model.calls.push({ kind: 'establish', text: '', isCurrent: true });
  // A session waits in the queue of the inbox from its start.
  else Object.assign(model, { status: 'open', deadlineMs: model.nowMs + patience.firstReplyMs });
};

export const end = (model: HandoffModel, reason: string, type?: string): void => {
  Object.assign(model, { status: 'closed', reason });
  if (type && model.backend === 'webhook') model.calls.push({ kind: 'close', text: type, isCurrent: true });
};

export const forward = (model: HandoffModel, text: string): void => {
  if (model.status === 'awaiting_message') {
    model.status = 'left_message';
    model.read.push({ kind: 'reply' });
    return;
  }
  if (model.backend === 'webhook') model.calls.push({ kind: 'chat', text, isCurrent: true });
  if (model.status === 'open' && model.hasReplied) model.deadlineMs = model.nowMs + patience.idleMs;
};

export const attempt = (model: HandoffModel, outcome: Outcome): void => {
  const call = model.calls[model.ended];
  if (!call) return;
  if (outcome !== 'failed') model.ended += 1;
  const concernsHumanSession =
    isLive(model) && (call.kind === 'chat' || (call.kind === 'establish' && call.isCurrent));
  if (!concernsHumanSession) return;
  if (outcome === 'delivered') {
    if (call.kind === 'establish' && model.status === 'opening')
      Object.assign(model, { status: 'open', deadlineMs: model.nowMs + patience.firstReplyMs });
    return;
  }
  if (!model.hasNotice) model.read.push({ kind: 'reply' });
  model.hasNotice = true;
  if (call.kind === 'establish' && outcome === 'dead') end(model, 'UNREACHABLE');
};

export const wait = (model: HandoffModel, ms: number): void => {
  model.nowMs += ms;
  if ((model.status !== 'open' && model.status !== 'awaiting_message') || model.nowMs < model.deadlineMs)
    return;
  // Nobody took it, so the user is asked to leave a message.
  if (model.backend === 'inbox' && model.status === 'open' && !model.hasReplied) {
    Object.assign(model, {
      status: 'awaiting_message',
      isNotTaken: true,
      deadlineMs: model.nowMs + awaitMessageMs,
    });
    model.read.push({ kind: 'reply' });
    return;
  }
  if (model.ended < model.calls.length) model.deadlineMs = model.nowMs + patienceOf(model);
  else end(model, 'TIMEOUT', 'TIMEOUT');
};

const word = fc.constantFrom('yes', 'no', '您好', 'where?');
const just = (name: Plain) => fc.constant<HandoffCommand>({ do: name });
export const handoffCommand: fc.Arbitrary<HandoffCommand> = fc.oneof(
  { weight: 4, arbitrary: word.map((text): HandoffCommand => ({ do: 'write', text })) },
  { weight: 3, arbitrary: word.map((text): HandoffCommand => ({ do: 'reply', text })) },
  {
    weight: 6,
    arbitrary: fc
      .constantFrom<Outcome[]>('delivered', 'delivered', 'delivered', 'failed', 'dead')
      .map((outcome): HandoffCommand => ({ do: 'attempt', outcome })),
  },
  {
    weight: 3,
    arbitrary: fc
      .constantFrom(1, 59_999, 60_000, 540_000, 600_000, 3_600_000)
      .map((ms): HandoffCommand => ({ do: 'wait', ms })),
  },
  { weight: 3, arbitrary: just('ask') },
  ...(['start', 'stop', 'close', 'leave', 'settle', 'restart'] as const).map((name) => just(name)),
);
