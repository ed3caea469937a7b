import type { Provision } from './provision.ts';

type Provisions = Readonly<Record<string, Provision<unknown>>>;

/** Names of the groups of tests that this machine cannot run. */
export function missingGroups(provisions: Provisions): string[] {
  return Object.keys(provisions).filter((group) => provisions[group]?.available === false);
}

/** Lines for the end of the run: each group that did not run, and what was missing. */
export function describeMissingGroups(provisions: Provisions): string[] {
  return Object.entries(provisions).flatMap(([group, provision]) =>
    provision.available ? [] : [`NOT RUN: the ${group} tests (${provision.reason})`],
  );
}

/** A group that did not run is a failure with CI=true only. */
export function exitCodeOf(provisions: Provisions, code: number, environment: NodeJS.ProcessEnv): number {
  if (code !== 0) return code;
  return missingGroups(provisions).length > 0 && environment.CI === 'true' ? 1 : 0;
}
