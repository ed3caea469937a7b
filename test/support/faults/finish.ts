import assert from 'node:assert/strict';
import { checkEverything, untilIdle } from './checks/check.ts';
import type { FaultService } from './fault-service.ts';
import type { Installation } from './installation.ts';
import type { Journal } from './journal.ts';
import type { Mocks } from './mocks.ts';

interface Finish {
  installation: Installation;
  mocks: Mocks;
  journal: Journal;
  /** Running processes, which are stopped one after the other. */
  services: FaultService[];
  deaths?: number;
  /** Output of processes that have died. */
  output?: string;
}

/** End of every case: all work finishes, all processes stop, everything is checked. */
export const finish = async ({ installation, mocks, journal, services, deaths = 0, output = '' }: Finish) => {
  await untilIdle(installation);
  let printed = output;
  for (const service of services) {
    assert.equal(await service.terminate(), 0, 'a process ends with code 0');
    printed += service.output();
  }
  await checkEverything(installation, { journal, mocks, deaths, output: printed });
};

/** Runs a case in an installation, ends its processes and removes it. */
export const withInstallation = async (
  installation: Installation,
  work: (start: (settings?: Record<string, string>) => Promise<FaultService>) => Promise<void>,
): Promise<undefined> => {
  const services: FaultService[] = [];
  try {
    await work(async (settings) => {
      const service = await installation.start(settings);
      services.push(service);
      return service;
    });
  } catch (error) {
    (error as Error).message += `\n${services.map((service) => service.output()).join('\n')}`.slice(-6000);
    throw error;
  } finally {
    for (const service of services) if (!service.isOver()) await service.kill();
    await installation.remove();
  }
};
