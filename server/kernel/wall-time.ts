/** China has one time zone and no summer time. */
const CHINA_MS = 8 * 3_600_000

/** A moment as the wire says it: `yyyy-MM-dd HH:mm:ss` of China, wherever the server stands. */
export const wallTime = (moment: Date): string =>
  new Date(moment.getTime() + CHINA_MS).toISOString().slice(0, 19).replace('T', ' ')
