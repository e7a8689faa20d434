/** What reading and verifying a ledger may say. */
export const ledgerTexts = {} as const
