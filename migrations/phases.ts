/**
 * Whether processes of the version before can run while a migration is in the database:
 *
 * - `expand`: they can. It only adds what they do not need: tables, indexes, columns that may be null or have a default.
 * - `{ contractAfter: name }`: only those that know the migration `name`. It removes or tightens what older ones use.
 *
 * A migration that is not listed tolerates no process that does not know it. Those up to 0040 were written before there
 * was such a rule.
 */
export type Phase = 'expand' | { contractAfter: string };

export const phases: Readonly<Record<string, Phase>> = {
  '0041-mixed-versions': 'expand',
  '0045-job-losses': 'expand',
};
