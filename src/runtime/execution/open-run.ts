import { type Database, repeatWhenLost } from '../../db/index.ts';
import type { HandoffRequest } from '../../handoff/index.ts';
import { faultPoint } from '../../lib/fault-point.ts';
import { type FileText, joinFiles } from '../../memory/index.ts';
import type { Round } from '../../rounds/index.ts';
import { type AttemptIdentity, addReservation, findRound, lockAttempt, textOf } from '../../rounds/index.ts';
import { reserveCredits } from '../../workspaces/index.ts';
import type { AgentPorts, AgentRun } from '../agent-run.ts';
import { createUsageMeter, type UsageMeter } from '../model-calls/usage-meter.ts';
import type { Handoff } from '../ports.ts';
import { type LiveRound, RunEnded } from './live-round.ts';
import { RoundTakenError, textOfEvents } from './settle-round.ts';

export interface OpenRunDependencies {
  db: Database;
  ports: AgentPorts;
  handoff: Handoff;
  processId: string;
  /** Resolves when it is certain whether other processes consider this one dead. Then its rounds are aborted. */
  confirmRegistration(): Promise<void>;
}

/** Dependencies of an agent's run. Everything it writes is fenced by the attempt of its round. */
export const createOpenRun = (deps: OpenRunDependencies) => {
  const { db, ports } = deps;

  const ownAttempt = ({ id, attempt }: Round): AttemptIdentity => ({ id, attempt, owner: deps.processId });

  /** Another process has the round. Throwing rolls back the transaction that found out. */
  const giveUp = ({ round, controller }: LiveRound): never => {
    controller.abort(new RunEnded('lost'));
    throw new RoundTakenError(round.id);
  };

  const meterFor = (live: LiveRound): UsageMeter => {
    const { agent, round } = live;
    let reservedNano = round.reservedNano;
    const reserve = async (nano: number): Promise<boolean> => {
      let tries = 0;
      const isReserved = await repeatWhenLost(() =>
        db.transaction(async (tx) => {
          tries += 1;
          // The connection may have broken after the commit.
          if (tries > 1 && (await findRound(tx, round.id))?.reserved_nano === reservedNano + nano)
            return true;
          if (!(await reserveCredits(tx, round.workspaceId, nano))) return false;
          if (!(await addReservation(tx, ownAttempt(round), nano))) giveUp(live);
          faultPoint('credits-reserving');
          return true;
        }),
      );
      if (isReserved) reservedNano += nano;
      return isReserved;
    };
    return createUsageMeter({
      agent,
      reservedNano,
      countTokens: ports.models.countTokens,
      reserveMore: reserve,
    });
  };

  /** Everything that one attempt of the agent collects. A repeated attempt starts empty. */
  const openRun = (live: LiveRound, shared: Pick<AgentRun, 'trace' | 'meter'>): Omit<AgentRun, 'emit'> => {
    const { round, agent, controller, feed } = live;
    const transcripts: string[] = [];
    const read: FileText[] = [];
    let handedOver: Promise<HandoffRequest> | undefined;
    let closingText: string | undefined;
    const requestHandoff = (): Promise<HandoffRequest> =>
      deps.handoff.request({
        agent,
        conversationId: round.conversationId,
        message: [textOf(round.question), ...transcripts].join('\n'),
        triggerRoundId: round.id,
        trigger: agent.kind === 'flow' ? 'flow' : 'tool',
        requireRound: async (tx) => {
          if (!(await lockAttempt(tx, ownAttempt(round)))) giveUp(live);
        },
        soFar: {
          transcript: transcripts.join('\n'),
          read: joinFiles(read),
          answer: textOfEvents(feed.events),
        },
      });
    return {
      agent,
      round,
      transcripts,
      read,
      ports,
      ...shared,
      signal: controller.signal,
      passages: [],
      marks: [],
      reading: [],
      outputs: [],
      waiting: {},
      ending: {},
      stored: live.stored,
      requireOwnership: async () => {
        await deps.confirmRegistration();
        controller.signal.throwIfAborted();
      },
      handoff: {
        isPossible: deps.handoff.isPossible(agent, round),
        request: async () => {
          if (live.trial?.onHandoff) {
            live.trial.onHandoff();
            closingText = '';
            return;
          }
          // An existing session is not started again.
          handedOver ??= repeatWhenLost(requestHandoff);
          closingText = (await handedOver).text;
        },
        get closingText() {
          return closingText;
        },
      },
      draft: live.trial?.draft,
    };
  };

  return { meterFor, openRun };
};
