import { type CommandContext, readArguments, required } from './command.ts';
import { commandLine, withRooms } from './open-rooms.ts';

/** For somebody who lost app, passkeys and recovery codes: their password alone signs them in again. */
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
          actor: commandLine,
          action: 'operator.second-factor-clear',
          targetKind: 'operator',
          targetId: operator.id,
          changes: {},
        });
      });
      context.print(
        `${operator.email} has no authenticator app, passkeys, recovery codes and single sign-on any more; their sessions have ended`,
      );
      if (operator.passwordHash === '')
        context.print('The account has no password: "frontdesk operator reset-link" makes a link to set one');
    },
  );
};
