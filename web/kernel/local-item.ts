/** What is kept in this browser, with what it is and since when; keys carry the product's name. */
export type LocalItem = { dataType: string; content: unknown; type: 'session' | 'persistent'; datetime: string }

/** The key of a kept thing in local storage. */
export const itemKey = (name: string) => `digao.${name}`

const pad = (part: number) => String(part).padStart(2, '0')
/** A moment as YYYY-MM-DD HH:mm:ss by this browser's clock. */
export const clockText = (at: Date) =>
  `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())} ${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`

/** Keeps a thing beyond this window; a browser that is full or forbids storage goes on without. */
export function keepItem(name: string, content: unknown) {
  const dataType = Array.isArray(content) ? 'array' : typeof content
  const item: LocalItem = { dataType, content, type: 'persistent', datetime: clockText(new Date()) }
  try {
    localStorage.setItem(itemKey(name), JSON.stringify(item))
  } catch {
    // what is on screen stands; only the next window does not know it
  }
}

/** The content of a kept thing; undefined where there is none or it cannot be read. */
export function keptItem(name: string): unknown {
  try {
    const item: unknown = JSON.parse(localStorage.getItem(itemKey(name)) ?? 'null')
    return typeof item === 'object' && item && 'content' in item ? item.content : undefined
  } catch {
    return undefined
  }
}
