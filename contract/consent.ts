/** The edition of the service agreement and the privacy notice (web/portal/DocumentPage.tsx) that a person accepts. */
export const CONSENT_EDITION = '2026-11'
