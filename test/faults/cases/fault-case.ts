import type { DatabaseKind } from '../../../src/db/index.ts';
import type { Installations } from '../../support/faults/installation.ts';
import type { Mocks } from '../../support/faults/mocks.ts';

export interface CaseContext {
  kind: DatabaseKind;
  installations: Installations;
  mocks: Mocks;
}

export interface FaultCase {
  name: string;
  databases: readonly DatabaseKind[];
  /** Throws if a guarantee was broken. Returns the reason if the case cannot run here. */
  run(context: CaseContext): Promise<string | undefined>;
}

export const both: readonly DatabaseKind[] = ['sqlite', 'postgres'];
