import type { Page } from '@playwright/test'

/** How each text of the specification is met: by the text as it stands in the checklist. One after the other, on one page. */
export type Meetings = Record<string, (page: Page) => Promise<void>>
