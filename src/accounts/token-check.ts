import { sha256 } from '../auth/index.ts';
import type { Clock } from '../lib/clock.ts';
import { networkOf } from '../lib/ip-address.ts';
import type { TokenOperator } from './operator.ts';
import type { OperatorTokens } from './operator-tokens.ts';
import type { createSignInLimits } from './sign-in-limits.ts';

const trustedMs = 3600 * 1000;
const maxTrusted = 10_000;

interface TokenCheckDependencies {
  clock: Clock;
  tokens: OperatorTokens;
  limits: Pick<ReturnType<typeof createSignInLimits>, 'takeAddress' | 'refundAddress'>;
}

/**
 * Wrong tokens are limited per address, and the limit is checked before the token. A token that was valid from this
 * address within the last hour is exempt: guesses of others behind the same address must not stop a script.
 */
export const createTokenCheck = ({ clock, tokens, limits }: TokenCheckDependencies) => {
  const trustedUntilMs = new Map<string, number>();

  const trust = (key: string): void => {
    trustedUntilMs.delete(key);
    trustedUntilMs.set(key, clock.nowMs() + trustedMs);
    if (trustedUntilMs.size > maxTrusted) trustedUntilMs.delete(trustedUntilMs.keys().next().value!);
  };

  /** Throws if the attempt has to wait. Undefined if the token is wrong. */
  return async (input: { token: string; address: string }): Promise<TokenOperator | undefined> => {
    const { token } = input;
    const address = networkOf(input.address);
    const key = sha256(`${address} ${token}`);
    const isTrusted = (trustedUntilMs.get(key) ?? 0) > clock.nowMs();
    if (!isTrusted) limits.takeAddress(address);
    const operator = await tokens.identify(token);
    if (operator) {
      if (!isTrusted) limits.refundAddress(address);
      trust(key);
    } else trustedUntilMs.delete(key);
    return operator;
  };
};
