import type { DatabaseKind } from '../../../src/db/index.ts';
import type { Mocks } from '../../support/faults/mocks.ts';
import type { Places } from '../../support/faults/place.ts';

export interface CaseContext {
  kind: DatabaseKind;
  places: Places;
  mocks: Mocks;
}

export interface FaultCase {
  name: string;
  databases: readonly DatabaseKind[];
  /** Throws when a promise was broken; returns why where the case cannot be run here. */
  run(context: CaseContext): Promise<string | undefined>;
}

export const both: readonly DatabaseKind[] = ['sqlite', 'postgres'];
