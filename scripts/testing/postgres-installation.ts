export interface PostgresInstallation {
  /** Folder of initdb and postgres, as seen from inside `root`. */
  programs: string;
  /** Root of the server's file system. Absent for the machine's own. */
  root?: string;
  /** Account to run as, because PostgreSQL refuses to run as root. Absent if this process is not root. */
  userId?: number;
}
