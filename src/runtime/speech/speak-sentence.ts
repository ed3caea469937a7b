import type { AgentRun } from '../agent-run.ts';
import { ownerOf } from '../round-access.ts';
import { synthesisUsage } from './audio-usage.ts';

export interface SpokenSentence {
  text: string;
  bytes: Uint8Array;
  seconds: number;
}

/** `silent`: it contains no words. `unspoken`: it does, but it was not spoken. */
type Outcome = SpokenSentence | 'silent' | 'unspoken';

/** Speaks one sentence and charges it. Without sound if speech or credits fail: the text is the reply. */
export const createSpeaker = (run: Pick<AgentRun, 'ports' | 'trace' | 'meter' | 'signal' | 'round'>) => {
  const { speech } = run.ports;
  let hasWarned = false;
  let isUnpaid = false;

  /** A voice that does not support the language would produce nonsense. Reported once, not per sentence. */
  const warn = (): void => {
    if (hasWarned) return;
    hasWarned = true;
    const warning = `The voice ${speech.voiceName} does not speak the language of the reply; it is given as text`;
    run.trace.start('speech', speech.voiceName)({ detail: { warnings: [warning] } });
  };

  return async (text: string): Promise<Outcome> => {
    if (isUnpaid) return 'unspoken';
    if (!speech.speaks(text)) {
      warn();
      return 'unspoken';
    }
    try {
      return await run.trace.step('speech', speech.voiceName, async (note) => {
        const { bytes, seconds } = await speech.speak(text, run.signal, ownerOf(run.round));
        if (bytes.length === 0) return 'silent';
        const used = synthesisUsage(seconds);
        if (!(await run.meter.canPay(used))) {
          isUnpaid = true;
          const warning = 'The credits do not suffice for the sound; the reply is given as text';
          note({ detail: { warnings: [warning] } });
          return 'unspoken';
        }
        note(run.meter.add(used, speech.voiceName, { kind: 'tts' }));
        return { text, bytes, seconds };
      });
    } catch {
      run.signal.throwIfAborted();
      return 'unspoken';
    }
  };
};
