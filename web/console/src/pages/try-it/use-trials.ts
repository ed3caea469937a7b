import { useCallback, useEffect, useRef, useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/api-error.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { type PickedFile, readFiles } from './read-files.ts';
import { startTrial, type Trial, tellTrial } from './trial.ts';

interface TrialInput {
  text: string;
  files: PickedFile[];
  /** Not saved yet; tried nevertheless. */
  settings?: object;
  /** Of a flow: its draft. */
  draft?: boolean;
}

/** A conversation with the agent of the address, with everything shown that leads to its answers. */
export const useTrials = () => {
  const agent = useAgentScope();
  const [trials, setTrials] = useState<Trial[]>([]);
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const last = trials.at(-1);

  const changeLast = useCallback((change: (trial: Trial) => Trial): void => {
    setTrials((before) =>
      before.map((trial, index) => (index === before.length - 1 ? change(trial) : trial)),
    );
  }, []);

  const send = async ({ text, files, settings, draft }: TrialInput): Promise<void> => {
    const conversationId = trials.findLast((trial) => trial.conversationId !== undefined)?.conversationId;
    setTrials((before) => [
      ...before,
      startTrial(
        text,
        files.map(({ name }) => name),
      ),
    ]);
    const aborting = new AbortController();
    ending.current = aborting;
    try {
      const body = {
        text,
        conversationId,
        settings,
        draft,
        ...(files.length === 0 ? {} : { files: await readFiles(files) }),
      };
      await api.postForEvents(
        at(agent.api, '/try'),
        body,
        (event) => changeLast((trial) => tellTrial(trial, event)),
        { signal: aborting.signal },
      );
    } catch (error) {
      if (aborting.signal.aborted) return;
      changeLast((trial) => ({ ...trial, failure: messageOf(error) }));
    } finally {
      if (!aborting.signal.aborted) changeLast((trial) => ({ ...trial, isRunning: false }));
    }
  };

  const stop = async (): Promise<void> => {
    if (last?.roundId !== undefined)
      await api.post(at(agent.api, '/rounds/{roundId}/stop', { roundId: last.roundId }));
  };

  const startOver = (): void => {
    ending.current?.abort();
    setTrials([]);
  };

  return { trials, send, stop, startOver, isRunning: last?.isRunning ?? false };
};
