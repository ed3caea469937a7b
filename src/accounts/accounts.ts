import type { Audit } from '../audit/index.ts';
import type { Config } from '../config/index.ts';
import type { Database } from '../db/index.ts';
import type { Encryption } from '../encryption/index.ts';
import type { Clock } from '../lib/clock.ts';
import type { SafeFetch } from '../lib/safe-fetch/index.ts';
import { createInvitations } from './invitations.ts';
import { createOperatorSessions } from './operator-sessions/operator-sessions.ts';
import { createOperatorTokens } from './operator-tokens.ts';
import { createOperators } from './operators.ts';
import { createResetLinks } from './reset-links.ts';
import { createSecondFactors } from './second-factors.ts';
import type { Passwords } from './sign-in.ts';
import { createSignInAttempts } from './sign-in-attempts/sign-in-attempts.ts';
import { createOidcProvider } from './single-sign-on/provider.ts';
import { createSingleSignOn } from './single-sign-on/single-sign-on.ts';

interface AccountsDependencies {
  db: Database;
  clock: Clock;
  encryption: Encryption;
  audit: Audit;
  safeFetch: SafeFetch;
  oidc: Config['oidc'];
  passwords: Passwords | undefined;
}

/** The accounts of operators and all ways to sign in. */
export const createAccounts = ({
  db,
  clock,
  encryption,
  audit,
  safeFetch,
  oidc,
  passwords,
}: AccountsDependencies) => {
  const operatorTokens = createOperatorTokens({ db, clock });
  const operators = createOperators({ db, clock, tokens: operatorTokens, audit, passwords });
  return {
    operatorTokens,
    operators,
    invitations: createInvitations({ db, clock, operators }),
    resetLinks: createResetLinks({ db, clock, operators }),
    sessions: createOperatorSessions({ db, clock, tokens: operatorTokens }),
    secondFactors: createSecondFactors({ db, clock, encryption }),
    signInAttempts: createSignInAttempts({ db, clock }),
    singleSignOn: createSingleSignOn({
      clock,
      provider: oidc && createOidcProvider({ settings: oidc, safeFetch, clock }),
    }),
  };
};
