export interface Overview {
  agents: number;
  conversationsToday: number;
  roundsToday: number;
  failedRoundsToday: number;
  openSessions: number;
  documentsAtWork: number;
  failedDocuments: number;
  deadDeliveries: number;
  failedJobs: number;
}
