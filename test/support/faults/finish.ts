import assert from 'node:assert/strict';
import { checkEverything, untilIdle } from './check.ts';
import type { Journal } from './journal.ts';
import type { Life } from './life.ts';
import type { Mocks } from './mocks.ts';
import type { Place } from './place.ts';

interface Finish {
  place: Place;
  mocks: Mocks;
  journal: Journal;
  /** Processes that are still running, which are stopped in order. */
  lives: Life[];
  deaths?: number;
  /** Output of processes that have died. */
  output?: string;
}

/** End of every case: all work finishes, all processes stop, everything is checked. */
export const finish = async ({ place, mocks, journal, lives, deaths = 0, output = '' }: Finish) => {
  await untilIdle(place);
  let printed = output;
  for (const life of lives) {
    assert.equal(await life.terminate(), 0, 'a process ends in order');
    printed += life.output();
  }
  await checkEverything(place, { journal, mocks, deaths, output: printed });
};

/** A case with its own place, whose processes end with it. */
export const withPlace = async (
  place: Place,
  work: (start: (settings?: Record<string, string>) => Promise<Life>) => Promise<void>,
): Promise<undefined> => {
  const lives: Life[] = [];
  try {
    await work(async (settings) => {
      const life = await place.start(settings);
      lives.push(life);
      return life;
    });
  } catch (error) {
    (error as Error).message += `\n${lives.map((life) => life.output()).join('\n')}`.slice(-6000);
    throw error;
  } finally {
    for (const life of lives) if (!life.isOver()) await life.kill();
    await place.remove();
  }
};
