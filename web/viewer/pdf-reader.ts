import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { L10n } from 'pdfjs-dist/types/web/l10n.js'
import { createStore } from 'zustand/vanilla'
import type { Language } from '#contract/texts.ts'
import { sayIn } from '#web/kernel/language.ts'
import { pdfBytes } from './pdf-bytes.ts'
import { pdf, pdfRules, pdfScreens, pdfThread } from './pdf-library.ts'
import { type DrawnPage, markBox, type PlaceBox } from './pdf-mark.ts'
import { texts } from './texts.ts'

export type PdfState = {
  state: 'loading' | 'password' | 'wrongPassword' | 'shown' | 'failed'
  /** Why it failed: a CallError of ours, or what the library says of a damaged file. */
  fault: unknown
  pages: number
  page: number
  /** 1 is the size on paper. */
  scale: number
  found: number
  foundAt: number
  searching: boolean
  document: PDFDocumentProxy | undefined
}
const begin: PdfState = {
  state: 'loading',
  fault: undefined,
  pages: 0,
  page: 1,
  scale: 1,
  found: 0,
  foundAt: 0,
  searching: false,
  document: undefined,
}
export type PdfStart = {
  fileId: string
  size: number
  page: number
  find: string
  box: PlaceBox | undefined
  language: Language
}
export type PdfReader = ReturnType<typeof openPdf>

const SEARCHING = 3
const within = (scale: number) => Math.min(6, Math.max(0.1, scale))

/**
 * A PDF in an element of its own, which a page hangs into itself; only pages in sight are drawn. Nothing of the file runs:
 * scripts and forms are not loaded, links lead to http(s) in another window.
 */
export function openPdf({ fileId, size, page, find, box, language }: PdfStart) {
  const store = createStore<PdfState>(() => begin)
  const set = (patch: Partial<PdfState>) => store.setState(patch)
  const element = document.createElement('div')
  element.className = 'pdf-scroll'
  element.tabIndex = 0
  const inside = document.createElement('div')
  inside.className = 'pdfViewer'
  element.append(inside)
  element.addEventListener('click', keepInside, true)

  let screens: Screens | undefined
  let tell: ((word: string) => void) | undefined
  let task: ReturnType<typeof pdf.getDocument> | undefined
  let gone = false
  const thread = pdfThread()

  const load = async () => {
    const source = await pdfBytes(fileId, size, (fault) => set({ state: 'failed', fault }))
    if (gone) return
    task = pdf.getDocument({ ...pdfRules, ...source, worker: pdf.PDFWorker.create({ port: thread, verbosity: 0 }) })
    task.onPassword = (answer: (word: string) => void, reason: number) => {
      tell = answer
      set({ state: reason === pdf.PasswordResponses.INCORRECT_PASSWORD ? 'wrongPassword' : 'password' })
    }
    const document = await task.promise
    screens = await makeScreens(element, inside, language)
    if (gone) return
    follow(screens, set)
    const { bus } = screens
    bus.on('pagesinit', () => {
      if (!screens) return
      namePages(inside, language)
      screens.viewer.currentScaleValue = 'page-width'
      // a page as wide as a large screen is no reading
      if (screens.viewer.currentScale > 1.5) screens.viewer.currentScale = 1.5
      screens.viewer.currentPageNumber = Math.min(Math.max(page, 1), document.numPages)
      if (find) search(find, false)
    })
    if (box)
      bus.on(
        'pagerendered',
        ({ pageNumber, source: drawn }: { pageNumber: number; source: DrawnPage }) =>
          pageNumber === page && markBox(drawn, box),
      )
    screens.viewer.setDocument(document)
    screens.links.setDocument(document, null)
    set({ state: 'shown', pages: document.numPages, document })
  }
  const search = (query: string, again: boolean, back = false) =>
    screens?.bus.dispatch('find', {
      type: again ? 'again' : '',
      query,
      caseSensitive: false,
      entireWord: false,
      highlightAll: true,
      findPrevious: back,
      matchDiacritics: true,
    })
  load().catch((fault: unknown) => {
    if (!gone) set({ state: 'failed', fault })
  })

  return {
    element,
    store,
    unlock: (word: string) => {
      set({ state: 'loading' })
      tell?.(word)
    },
    goTo: (number: number) => {
      if (screens) screens.viewer.currentPageNumber = Math.min(Math.max(1, number), screens.viewer.pagesCount)
    },
    zoom: (scale: number) => {
      if (screens) screens.viewer.currentScale = within(scale)
    },
    fit: (way: 'page-width' | 'page-fit') => {
      if (screens) screens.viewer.currentScaleValue = way
    },
    rotate: () => {
      if (screens) screens.viewer.pagesRotation = (screens.viewer.pagesRotation + 90) % 360
    },
    search,
    dispose: () => {
      gone = true
      screens?.viewer.cleanup()
      void Promise.resolve(task?.destroy()).finally(() => thread.terminate())
      element.remove()
    },
  }
}

type Screens = Awaited<ReturnType<typeof makeScreens>>

async function makeScreens(container: HTMLDivElement, viewer: HTMLDivElement, language: Language) {
  const { EventBus, LinkTarget, PDFFindController, PDFLinkService, PDFViewer } = await pdfScreens()
  const bus = new EventBus()
  const links = new PDFLinkService({
    eventBus: bus,
    externalLinkTarget: LinkTarget.BLANK,
    externalLinkRel: 'noopener noreferrer nofollow',
  })
  const find = new PDFFindController({ eventBus: bus, linkService: links })
  const shown = new PDFViewer({
    container,
    viewer,
    eventBus: bus,
    linkService: links,
    findController: find,
    // drawn as they are, not to be filled in
    annotationMode: pdf.AnnotationMode.ENABLE,
    annotationEditorMode: pdf.AnnotationEditorType.DISABLE,
    imageResourcesPath: '',
    l10n: noWords(language),
  })
  links.setViewer(shown)
  return { bus, links, viewer: shown }
}

function follow({ bus, viewer }: Screens, set: (patch: Partial<PdfState>) => void) {
  bus.on('pagechanging', ({ pageNumber }: { pageNumber: number }) => set({ page: pageNumber }))
  bus.on('scalechanging', () => set({ scale: viewer.currentScale }))
  bus.on('updatefindmatchescount', ({ matchesCount: { current, total } }: Matches) =>
    set({ found: total, foundAt: current }),
  )
  bus.on('updatefindcontrolstate', ({ state, matchesCount: { current, total } }: Matches & { state: number }) =>
    set({ found: total, foundAt: current, searching: state === SEARCHING }),
  )
}
type Matches = { matchesCount: { current: number; total: number } }

/** Links of a file lead to web pages in another window, or within the file; nowhere else. */
function keepInside(event: MouseEvent) {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  const href = link?.getAttribute('href') ?? ''
  if (link && href !== '' && !href.startsWith('#') && !/^https?:\/\//i.test(href)) {
    event.preventDefault()
    event.stopPropagation()
  }
}

const nothing = async () => undefined

/** What a screen reader says of each page. */
function namePages(inside: HTMLElement, language: Language) {
  for (const page of inside.querySelectorAll<HTMLElement>('.page'))
    page.setAttribute('aria-label', sayIn(texts, 'pageOf', language, { page: page.dataset['pageNumber'] ?? '' }))
}

/** The library's own words are English; without any it says none, and the pages are named by us. */
function noWords(language: Language) {
  const words = {
    getLanguage: () => language.toLowerCase(),
    getDirection: () => 'ltr',
    get: async () => '',
    translate: nothing,
    translateOnce: nothing,
    destroy: nothing,
    pause: () => undefined,
    resume: () => undefined,
  }
  // the library's type names a private field; it calls these alone
  return words as unknown as L10n
}
