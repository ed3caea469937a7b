import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';

/** What else used the processors, as shares of all of them. */
export interface MachineLoad {
  /** Used by other programs in the second before the benchmark. */
  usedBefore: number;
  /** Taken by the host of a virtual machine during the benchmark. Zero where the system does not say. */
  stolen: number;
}

interface Times {
  all: number;
  idle: number;
  stolen: number;
}

const statFile = '/proc/stat';

const readTimes = (): Times => {
  if (existsSync(statFile)) {
    // user nice system idle iowait irq softirq steal
    const numbers = readFileSync(statFile, 'utf8')
      .split('\n', 1)[0]!
      .trim()
      .split(/\s+/)
      .slice(1, 9)
      .map(Number);
    const [, , , idle = 0, waiting = 0, , , stolen = 0] = numbers;
    return { all: numbers.reduce((sum, one) => sum + one, 0), idle: idle + waiting, stolen };
  }
  const times = cpus().map((cpu) => cpu.times);
  const sum = (name: keyof (typeof times)[number]) => times.reduce((total, one) => total + one[name], 0);
  const idle = sum('idle');
  return { all: idle + sum('user') + sum('nice') + sum('sys') + sum('irq'), idle, stolen: 0 };
};

const share = (part: number, all: number): number => (all > 0 ? part / all : 0);

/** Call it before a benchmark, and what it returns after it. */
export const measureLoad = async (): Promise<() => MachineLoad> => {
  const first = readTimes();
  await delay(1000);
  const before = readTimes();
  const usedBefore = 1 - share(before.idle - first.idle, before.all - first.all);
  return () => {
    const after = readTimes();
    return { usedBefore, stolen: share(after.stolen - before.stolen, after.all - before.all) };
  };
};

const percent = (value: number): string => `${Math.round(value * 100)}%`;

export const shownLoad = ({ usedBefore, stolen }: MachineLoad): string =>
  `${percent(usedBefore)}, ${percent(stolen)}`;
