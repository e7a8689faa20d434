// The thread that reads one PDF.
import 'pdfjs-dist/build/pdf.worker.min.mjs'
