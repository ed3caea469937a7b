interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
  permanent?: boolean;
}

/** Commands whose refusal concerns this e-mail. Other refusals, such as a wrong password, concern the settings. */
const ownCommands = ['RCPT TO', 'DATA'];

/** Whether the server has refused this e-mail for good. Everything else can succeed later. */
export const isRefused = (error: unknown): boolean => {
  const { code, command = '', permanent } = error as SmtpError;
  if (code === 'EENVELOPE' && permanent === undefined) return true;
  return permanent === true && (code === 'EMESSAGE' || ownCommands.includes(command));
};

/** What failed, in words for operators. Answers of servers can be long. */
export const describeSmtpError = (error: unknown): string => {
  const { message } = error as SmtpError;
  return (message || String(error)).replaceAll(/\s+/g, ' ').slice(0, 300);
};
