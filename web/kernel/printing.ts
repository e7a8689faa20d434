import { useSyncExternalStore } from 'react'
import { nowLanguage, sayIn } from './language.ts'

const texts = { printed: { zh: '打印于 {time}', en: 'Printed {time}' } }

const follow = (changed: () => void) => {
  addEventListener('beforeprint', changed)
  addEventListener('afterprint', changed)
  return () => {
    removeEventListener('beforeprint', changed)
    removeEventListener('afterprint', changed)
  }
}
let printing = false

/** Notes on the document what stands at the head of every print (print.css): the page's title and the time. Call once at the start. */
export function headPrints() {
  addEventListener('beforeprint', () => {
    printing = true
    const language = nowLanguage()
    const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(new Date())
    Object.assign(document.body.dataset, {
      title: document.title,
      printed: sayIn(texts, 'printed', language, { time }),
    })
  })
  addEventListener('afterprint', () => {
    printing = false
  })
}

/** Whether the page is being printed: what draws only the rows in sight draws them all. */
export const usePrinting = () => useSyncExternalStore(follow, () => printing)
