/** SQLITE_IOERR_FSYNC and SQLITE_IOERR_DIR_FSYNC. */
const syncErrors = [1034, 1290];

interface SqliteError {
  errcode: number;
  message: string;
}

/** Whether SQLite itself failed to sync a file, which it does in checkpoints and restarts of the write-ahead log. */
export const isFailedSync = (error: unknown): error is SqliteError =>
  error instanceof Object && 'errcode' in error && syncErrors.includes(error.errcode as number);
