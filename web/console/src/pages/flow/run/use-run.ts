import { useMemo, useState } from 'react';
import type { FlowGraph } from '../../../api/generated.ts';
import type { LiveStep, Trial } from '../../try-it/trial.ts';
import { useTrials } from '../../try-it/use-trials.ts';
import { componentSteps, type RunState, runStates } from '../graph/run-states.ts';

export interface Run {
  trials: Trial[];
  isRunning: boolean;
  /** The components of the last round, in the order of their start. */
  steps: LiveStep[];
  /** The index of the chosen step; undefined shows all of them. */
  chosen: number | undefined;
  states: Map<string, RunState>;
  choose(index: number | undefined): void;
  send(text: string): Promise<void>;
  stop(): Promise<void>;
  startOver(): void;
}

/** The conversation with the draft, and the states of the components in the last round. */
export const useRun = (graph: FlowGraph): Run => {
  const { trials, send, stop, startOver, isRunning } = useTrials();
  const [chosen, setChosen] = useState<number>();
  const last = trials.at(-1);
  const steps = useMemo(() => componentSteps(last?.steps ?? []), [last?.steps]);
  const states = useMemo(
    () => runStates(graph, chosen === undefined ? steps : steps.slice(0, chosen + 1)),
    [graph, steps, chosen],
  );
  return {
    trials,
    isRunning,
    steps,
    chosen,
    states,
    stop,
    choose: setChosen,
    send: (text) => {
      setChosen(undefined);
      return send({ text, files: [], draft: true });
    },
    startOver: () => {
      setChosen(undefined);
      startOver();
    },
  };
};
