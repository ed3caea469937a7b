import { openPostgres } from '../../db/index.ts';
import { type Command, readArguments, required, UsageError } from '../command.ts';
import { moveEverything } from '../move/move-everything.ts';
import { moveFiles } from '../move/move-files.ts';
import { openSource } from '../move/open-source.ts';

const help = `Move all data of a stopped service from SQLite into an empty PostgreSQL database, or move files to or from object
storage.

  frontdesk move --to DATABASE_URL
  frontdesk move --files-to object-storage
  frontdesk move --files-to database          (PostgreSQL)
  frontdesk move --files-to folder            (SQLite)

--to: every row, vector and file is copied in one transaction, read back and compared. The data folder is not changed.
If something fails, nothing is stored in the database. Afterwards start the service with DATABASE_URL set. Files in
object storage stay there.

--files-to: FRONTDESK_FILES must name the object storage. Each file is copied, read back, compared with its checksum and
then removed from its old place. The command can be interrupted and repeated. To object storage, set FRONTDESK_FILES
in all processes first; the service may run. From object storage, stop the service first.`;

const readTarget = (value: string | undefined): string => {
  const url = required(value, '--to');
  if (!/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url))
    throw new UsageError('--to must be a URL starting with postgres:// or postgresql://');
  return url;
};

export const moveCommand: Command = {
  name: 'move',
  summary: 'move all data from SQLite into PostgreSQL, or files to or from object storage',
  help,
  run: async (args, { loadConfig, print }) => {
    const { values } = readArguments(args, { to: { type: 'string' }, 'files-to': { type: 'string' } });
    const filesTo = values['files-to'];
    if (filesTo !== undefined && values.to !== undefined)
      throw new UsageError('--to and --files-to cannot both be given');
    if (filesTo !== undefined) return moveFiles(loadConfig(), filesTo, print);
    const url = readTarget(values.to);
    const config = loadConfig();
    const { dataDir } = config;
    const source = openSource(dataDir);
    try {
      const target = await openPostgres(url, { maxConnections: 2, migrate: false });
      try {
        print(`Moving ${dataDir}`);
        await moveEverything({ source, dataDir, target, print });
      } finally {
        await target.close();
      }
    } finally {
      source.close();
    }
    print('Start the service with DATABASE_URL set to this database. The data folder was not changed.');
    if (config.files) print('Files in object storage were not copied. Keep FRONTDESK_FILES as it is.');
    print(
      `The secrets stay encrypted with the same key. Every process needs ${config.secretKey ? 'FRONTDESK_SECRET_KEY' : `the key in ${config.secretKeyFile}: copy the file, or set FRONTDESK_SECRET_KEY`}.`,
    );
    return 0;
  },
};
