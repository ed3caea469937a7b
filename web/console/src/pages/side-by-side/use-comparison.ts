import { useEffect, useRef, useState } from 'react';
import { at } from '../../api/address.ts';
import { api } from '../../api/api.ts';
import { messageOf } from '../../api/api-error.ts';
import { useAgentScope } from '../../session/use-workspace.ts';
import { applyTimedEvent, startTimedTrial, type TimedTrial } from './timed-trial.ts';
import { trialBody, type Variant } from './variant.ts';

interface ComparisonInput {
  questions: readonly string[];
  variants: readonly Variant[];
  usesCorrections: boolean;
}

/** Sends the same questions to all columns at the same time. Each question is a conversation of its own. */
export const useComparison = () => {
  const agent = useAgentScope();
  const [results, setResults] = useState<Readonly<Record<number, TimedTrial[]>>>({});
  const [isRunning, setIsRunning] = useState(false);
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const change = (key: number, index: number, apply: (trial: TimedTrial) => TimedTrial): void =>
    setResults((before) => ({
      ...before,
      [key]: (before[key] ?? []).map((trial, at) => (at === index ? apply(trial) : trial)),
    }));

  const askOne = async (
    variant: Variant,
    { question, index, usesCorrections }: { question: string; index: number; usesCorrections: boolean },
    signal: AbortSignal,
  ): Promise<void> => {
    const { key } = variant;
    setResults((before) => ({ ...before, [key]: [...(before[key] ?? []), startTimedTrial(question)] }));
    const startedAt = performance.now();
    let roundId: string | undefined;
    // The round goes on without its reader, so it is stopped as well.
    const stop = (): void => {
      if (roundId !== undefined)
        void api.post(at(agent.api, '/rounds/{roundId}/stop', { roundId })).catch(() => undefined);
    };
    signal.addEventListener('abort', stop, { once: true });
    try {
      await api.postForEvents(
        at(agent.api, '/try'),
        trialBody(variant, { question, usesCorrections }),
        (event) => {
          if (event.event === 'round') roundId = event.data.roundId;
          change(key, index, (trial) => applyTimedEvent(trial, event, performance.now() - startedAt));
        },
        { signal },
      );
    } catch (error) {
      if (!signal.aborted) change(key, index, (trial) => ({ ...trial, failure: messageOf(error) }));
    } finally {
      signal.removeEventListener('abort', stop);
      change(key, index, (trial) => ({ ...trial, isRunning: false }));
    }
  };

  const start = async ({ questions, variants, usesCorrections }: ComparisonInput): Promise<void> => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setResults({});
    setIsRunning(true);
    await Promise.all(
      variants.map(async (variant) => {
        for (const [index, question] of questions.entries()) {
          if (own.signal.aborted) return;
          await askOne(variant, { question, index, usesCorrections }, own.signal);
        }
      }),
    );
    if (controller.current === own) setIsRunning(false);
  };

  const stop = (): void => {
    controller.current?.abort();
    setIsRunning(false);
  };

  return { results, isRunning, start, stop };
};
