/** Under which the spreadsheet of a file in the viewer is asked for. */
export const viewedSheet = (fileId: string) => ['onlineSheet', 'viewed', fileId] as const
