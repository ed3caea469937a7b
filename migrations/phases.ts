import { migrations } from './index.ts';

/**
 * Whether processes of the version before can run while a migration is in the database:
 *
 * - `expand`: they can. It only adds what they do not need: tables, indexes, columns that may be null or have a default.
 * - `{ contractAfter: name }`: only those that know the migration `name`. It removes or tightens what older ones use.
 *
 * A migration states it itself: `export const phase = 'expand';`. One that does not tolerates no process that does not
 * know it. Those up to 0040 were written before there was such a rule.
 */
export type Phase = 'expand' | { contractAfter: string };

/** Of migrations that were frozen before a migration stated its phase itself. */
const earlier: Record<string, Phase> = {
  '0041-mixed-versions': 'expand',
  '0045-job-losses': 'expand',
};

const known: Record<string, { up: unknown; phase?: Phase }> = migrations;

export const phases: Readonly<Record<string, Phase>> = {
  ...earlier,
  ...Object.fromEntries(Object.entries(known).flatMap(([name, { phase }]) => (phase ? [[name, phase]] : []))),
};
