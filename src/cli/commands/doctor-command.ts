import type { Config } from '../../config/index.ts';
import { type Command, readArguments } from '../command.ts';
import { checkDatabase } from '../doctor/check-database.ts';
import { checkFolder } from '../doctor/check-folder.ts';
import { checkMail } from '../doctor/check-mail.ts';
import { checkServers } from '../doctor/check-servers.ts';
import { checkWeights } from '../doctor/check-weights.ts';
import { type Finding, fail, ok } from '../doctor/finding.ts';

const help = `Check settings, data folder, database, object storage, models and the mail server. Each problem comes with advice.

  frontdesk doctor
  frontdesk doctor --integrity    also check the whole database: structure, references, counts and sums

The service may be running. Nothing is changed. The exit code is 1 if a line says fail, otherwise 0. Lines that say
note or warn name what could not be checked.`;

const minNodeMajor = 24;

const checkNode = (): Finding => {
  const { node } = process.versions;
  return Number(node.split('.')[0]) >= minNodeMajor
    ? ok('Node', node)
    : fail(
        'Node',
        `${node} is too old`,
        'run "npm install" here and use the npm scripts; npm installs the right Node',
      );
};

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'check settings, database, disk, models and mail',
  help,
  run: async (args, { loadConfig, print }) => {
    const { integrity = false } = readArguments(args, { integrity: { type: 'boolean' } }).values;
    let worst = 0;
    const report = (findings: Finding[]): void => {
      for (const { status, what, detail, advice } of findings) {
        print(
          `${status.padEnd(4)}  ${what.padEnd(18)}  ${detail}${advice === undefined ? '' : `: ${advice}`}`,
        );
        if (status === 'fail') worst = 1;
      }
    };
    report([checkNode()]);
    let config: Config;
    try {
      config = loadConfig();
    } catch (error) {
      report([fail('Settings', (error as Error).message, 'correct it and run this command again')]);
      return 1;
    }
    report([ok('Settings', 'valid')]);
    report(await checkFolder(config));
    report(await checkDatabase(config, { integrity }));
    report(await checkServers(config));
    report([await checkMail(config)]);
    report(checkWeights());
    return worst;
  },
};
