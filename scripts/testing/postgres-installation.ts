export interface PostgresInstallation {
  /** Folder of initdb and postgres, as seen from inside `root`. */
  programs: string;
  /** The file system the server runs in; absent for the machine's own. */
  root?: string;
  /** Account to run as. PostgreSQL refuses to be root; absent when we are not root ourselves. */
  userId?: number;
}
