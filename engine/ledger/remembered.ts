/** A pure function that keeps its last answers. */
export function remembered<Key, Value>(ask: (key: Key) => Value): (key: Key) => Value {
  const answers = new Map<Key, Value>()
  return (key) => {
    const known = answers.get(key)
    if (known !== undefined) return known
    const answer = ask(key)
    if (answers.size > 2000) answers.clear()
    answers.set(key, answer)
    return answer
  }
}
