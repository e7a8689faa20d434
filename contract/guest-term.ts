/** How long a visitor's page works before its link is to be opened again. Apart, for pages that stay light. */
export const GUEST_HOURS = 12
