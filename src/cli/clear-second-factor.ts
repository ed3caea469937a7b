import { commandLineActor } from '../audit/index.ts';
import { type CommandContext, readArguments, required } from './command.ts';
import { withRooms } from './open-rooms.ts';

/** For a person who lost app, passkeys and recovery codes: afterwards the password is enough to sign in. */
export const clearSecondFactor = async (args: string[], context: CommandContext): Promise<void> => {
  const { positionals } = readArguments(args, {}, { positionals: 1 });
  const email = required(positionals[0], 'EMAIL');
  await withRooms(
    context.loadConfig(),
    async ({ db, operators, secondFactors, sessions, singleSignOn, audit }) => {
      const operator = await operators.findByEmail(db.query, email);
      if (!operator) throw new Error(`There is no operator ${email}`);
      await db.transaction(async (tx) => {
        await secondFactors.clear(tx, operator.id);
        await singleSignOn.disconnect(tx, operator.id);
        await sessions.endOthers(tx, { operatorId: operator.id }, undefined);
        await audit.record(tx, {
          workspaceId: null,
          actor: commandLineActor,
          action: 'operator.second-factor-clear',
          targetKind: 'operator',
          targetId: operator.id,
          changes: {},
        });
      });
      context.print(
        `Removed authenticator app, passkeys, recovery codes and single sign-on of ${operator.email} and ended their sessions`,
      );
      if (operator.passwordHash === '')
        context.print(
          'The account has no password. Create a link to set one: frontdesk operator reset-link EMAIL',
        );
    },
  );
};
