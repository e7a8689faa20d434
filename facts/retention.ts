import retention from './retention.json' with { type: 'json' }

/** How long the law has a firm keep what it worked on: archived `archiveDays` after the work is done, kept `keepYears` from then. */
export const engagementRetention = retention.engagement
