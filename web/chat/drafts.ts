/** What is being written in a conversation survives a reload; signing out forgets it, as all of a session. */
const keyOf = (place: string) => `digao.chat.draft.${place}`

/** The words kept for a conversation, or for a new one at a place; empty where there are none. */
export function keptDraft(place: string): string {
  try {
    return sessionStorage.getItem(keyOf(place)) ?? ''
  } catch {
    return ''
  }
}

/** Keeps the words; empty ones are forgotten. */
export function keepDraft(place: string, words: string): void {
  try {
    if (words === '') sessionStorage.removeItem(keyOf(place))
    else sessionStorage.setItem(keyOf(place), words)
  } catch {
    // a full store: what is on screen stands
  }
}
