/** A whole-day entry of a calendar; `id` stays the same from export to export, so that programs renew it. */
export type DayEntry = { id: string; day: string; title: string; says: string; remindDays?: number }

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll(/\r?\n/g, '\\n').replaceAll(',', '\\,').replaceAll(';', '\\;')

const octets = (char: string) => {
  const point = char.codePointAt(0) ?? 0
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

/** A line of at most 75 octets, longer ones folded (RFC 5545, 3.1); characters are never cut. */
function folded(line: string): string {
  let [text, length] = ['', 0]
  for (const char of line) {
    if (length + octets(char) > 75) {
      text += '\r\n '
      length = 1
    }
    text += char
    length += octets(char)
  }
  return text
}

const compact = (day: string) => day.replaceAll('-', '')

/** Entries as an iCalendar file (RFC 5545). `stamp`: when it was made, `yyyyMMddTHHmmssZ`. */
export function icsOf(name: string, entries: readonly DayEntry[], stamp: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Digao//Tax calendar//ZH',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...entries.flatMap(({ id, day, title, says, remindDays }) => [
      'BEGIN:VEVENT',
      `UID:${id}@digao`,
      `DTSTAMP:${stamp}`,
      `DTSTART;VALUE=DATE:${compact(day)}`,
      `SUMMARY:${escaped(title)}`,
      `DESCRIPTION:${escaped(says)}`,
      'TRANSP:TRANSPARENT',
      ...(remindDays === undefined
        ? []
        : [
            'BEGIN:VALARM',
            'ACTION:DISPLAY',
            `DESCRIPTION:${escaped(title)}`,
            `TRIGGER:-P${remindDays}D`,
            'END:VALARM',
          ]),
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
  ]
  return `${lines.map(folded).join('\r\n')}\r\n`
}
