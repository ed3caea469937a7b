export { anonymiseLedger } from './anonymise-ledger.ts';
export { type Balances, createBalances } from './balances.ts';
export { type Bills, createBills } from './bills.ts';
export { chargesOf } from './charges.ts';
export {
  type CreditReservation,
  type CreditReservations,
  createCreditReservations,
} from './credit-reservations.ts';
export { costNano, nanoPerCredit, parseCredits, toCredits } from './money.ts';
export { type Payment, payAllAtOnce, payAtOnce } from './pay-at-once.ts';
export { insertingLedgerEntry, insertLedgerEntry } from './store.ts';
export {
  addTokens,
  addUsage,
  capUsage,
  isFree,
  noTokens,
  type Prices,
  parsePrices,
  priceService,
  priceUsage,
  type ServiceKind,
  type ServiceUsage,
  type SpeechKind,
  type SpeechUsage,
  serviceNano,
  totalNano,
  type Usage,
  withModelPrice,
} from './usage.ts';
export { createUsageReport, type ReadUsage, type UsageOfDay } from './usage-report.ts';
