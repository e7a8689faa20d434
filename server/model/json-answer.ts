/** What a model answered as JSON: the whole text, a fenced block, or the object inside other words. Throws SyntaxError for none. */
export function jsonOf(text: string): unknown {
  const bare = text.replace(/^\s*```(?:json)?\s*|\s*```\s*$/gi, '').trim()
  try {
    return JSON.parse(bare)
  } catch (error) {
    const [from, to] = [bare.indexOf('{'), bare.lastIndexOf('}')]
    if (from < 0 || to <= from) throw error
    return JSON.parse(bare.slice(from, to + 1))
  }
}

/** JSON with each of its texts changed; text that is no JSON is changed as it stands. */
export function inJson(json: string, change: (text: string) => string): string {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]))
    return value
  }
  try {
    return JSON.stringify(walk(JSON.parse(json)))
  } catch {
    return change(json)
  }
}
