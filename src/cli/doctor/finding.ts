export interface Finding {
  /** `note`: not a problem, but worth knowing. */
  status: 'ok' | 'note' | 'warn' | 'fail';
  what: string;
  detail: string;
  /** What to do about it. */
  advice?: string;
}

export const ok = (what: string, detail: string): Finding => ({ status: 'ok', what, detail });

export const note = (what: string, detail: string, advice: string): Finding => ({
  status: 'note',
  what,
  detail,
  advice,
});

export const warn = (what: string, detail: string, advice: string): Finding => ({
  status: 'warn',
  what,
  detail,
  advice,
});

export const fail = (what: string, detail: string, advice: string): Finding => ({
  status: 'fail',
  what,
  detail,
  advice,
});
