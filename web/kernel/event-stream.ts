export type StreamEvent = { id: string; data: string }

/**
 * Reads `text/event-stream` (WHATWG HTML, 9.2) piece by piece: give each piece of text, get the events it completed.
 * Comments and fields other than `id` and `data` are passed over.
 */
export function eventReader() {
  let rest = ''
  let id = ''
  let data: string[] = []
  return (piece: string): StreamEvent[] => {
    const events: StreamEvent[] = []
    const lines = (rest + piece).split(/\r\n|\n|\r/)
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line === '') {
        if (data.length > 0) events.push({ id, data: data.join('\n') })
        data = []
        continue
      }
      const at = line.indexOf(':')
      const field = at < 0 ? line : line.slice(0, at)
      const value = at < 0 ? '' : line.slice(at + 1).replace(/^ /, '')
      if (field === 'data') data.push(value)
      else if (field === 'id') id = value
    }
    return events
  }
}
