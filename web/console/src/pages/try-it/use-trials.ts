import { useCallback, useEffect, useRef, useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/api-error.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { type PickedFile, readFiles } from './read-files.ts';
import { applyTrialEvent, startTrial, type Trial } from './trial.ts';

interface TrialInput {
  text: string;
  files: PickedFile[];
  /** Unsaved settings that apply to this message. */
  settings?: object;
  /** Run the draft of the flow. */
  draft?: boolean;
  /** Use the settings of this version instead of the draft. */
  version?: number;
}

/** Test chat with the agent of the current page, including the trace of each reply. */
export const useTrials = () => {
  const agent = useAgentScope();
  const [trials, setTrials] = useState<Trial[]>([]);
  const activeController = useRef<AbortController>(undefined);
  useEffect(() => () => activeController.current?.abort(), []);
  const last = trials.at(-1);

  const changeLast = useCallback((change: (trial: Trial) => Trial): void => {
    setTrials((before) =>
      before.map((trial, index) => (index === before.length - 1 ? change(trial) : trial)),
    );
  }, []);

  const send = async ({ text, files, settings, draft, version }: TrialInput): Promise<void> => {
    const conversationId = trials.findLast((trial) => trial.conversationId !== undefined)?.conversationId;
    setTrials((before) => [
      ...before,
      startTrial(
        text,
        files.map(({ name }) => name),
      ),
    ]);
    const controller = new AbortController();
    activeController.current = controller;
    try {
      const body = {
        text,
        conversationId,
        settings,
        draft,
        version,
        ...(files.length === 0 ? {} : { files: await readFiles(files) }),
      };
      await api.postForEvents(
        at(agent.api, '/try'),
        body,
        (event) => changeLast((trial) => applyTrialEvent(trial, event)),
        { signal: controller.signal },
      );
    } catch (error) {
      if (controller.signal.aborted) return;
      changeLast((trial) => ({ ...trial, failure: messageOf(error) }));
    } finally {
      if (!controller.signal.aborted) changeLast((trial) => ({ ...trial, isRunning: false }));
    }
  };

  const stop = async (): Promise<void> => {
    if (last?.roundId !== undefined)
      await api.post(at(agent.api, '/rounds/{roundId}/stop', { roundId: last.roundId }));
  };

  const startOver = (): void => {
    activeController.current?.abort();
    setTrials([]);
  };

  return { trials, send, stop, startOver, isRunning: last?.isRunning ?? false };
};
