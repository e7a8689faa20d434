import 'pdfjs-dist/web/pdf_viewer.css'
import * as pdf from 'pdfjs-dist'

// the parts for screens find the library by this name
Object.assign(globalThis, { pdfjsLib: pdf })

/** The library with its parts for screens; both come when the first PDF is opened. */
export const pdfScreens = () => import('pdfjs-dist/web/pdf_viewer.mjs')
export { pdf }

/** A thread for one PDF: what a file does there touches no other. */
export const pdfThread = (): Worker => new Worker(new URL('pdf-worker.ts', import.meta.url), { type: 'module' })

const home = import.meta.env.DEV ? '/node_modules/pdfjs-dist' : `/assets/pdf-${pdf.version}`
/** Pixels of one picture inside a PDF; larger ones stay out. */
const MOST_PIXELS = 100_000_000

/** How every PDF is opened: nothing from another origin, no forms of XFA, no WebAssembly. */
export const pdfRules = {
  cMapUrl: `${home}/cmaps/`,
  cMapPacked: true,
  standardFontDataUrl: `${home}/standard_fonts/`,
  wasmUrl: `${home}/wasm/`,
  useWasm: false,
  enableXfa: false,
  maxImageSize: MOST_PIXELS,
  verbosity: 0,
} as const
