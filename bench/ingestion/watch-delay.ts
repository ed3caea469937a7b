import { fork } from 'node:child_process';
import { once } from 'node:events';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { ms } from '../support/measure.ts';

export interface LoopDelay {
  p50Ms: number;
  p99Ms: number;
  mostMs: number;
}

/** The delay of this process's event loop, and of a process that does nothing: on a busy machine both wait. */
export const watchDelay = async () => {
  const child = fork(new URL('./idle-loop.ts', import.meta.url));
  await once(child, 'message');
  const loop = monitorEventLoopDelay({ resolution: 5 });
  loop.enable();
  return {
    stop: async (): Promise<{ own: LoopDelay; idle: LoopDelay }> => {
      loop.disable();
      const answer = once(child, 'message');
      child.send('stop');
      const [idle] = (await answer) as [LoopDelay];
      return {
        own: {
          p50Ms: loop.percentile(50) / 1e6,
          p99Ms: loop.percentile(99) / 1e6,
          mostMs: loop.max / 1e6,
        },
        idle,
      };
    },
  };
};

export const delayText = ({ p50Ms, p99Ms, mostMs }: LoopDelay): string =>
  `p50 ${ms(p50Ms)}, p99 ${ms(p99Ms)}, most ${ms(mostMs)}`;
