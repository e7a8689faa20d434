import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { MergeOptions } from '#contract/tool-run.ts'
import { mergeReceipts } from '#server/toolbox/merge-receipts.ts'
import type { RunFile } from '#server/toolbox/runner.ts'
import { receiptPdf, stampedPdf } from '#server/toolbox/testing-receipts.ts'
import { given, tell } from './child.ts'
import { peakMb } from './cost.ts'
import type { MergeDone, MergeTask } from './tools.ts'

// Receipts merged in a process of its own, so that its memory is its own.

const task = given() as MergeTask
const home = await mkdtemp(join(tmpdir(), 'digao-bench-tools-'))

/** Half of them invoices as PDF, two fifths photographs of 2000 × 1500, the rest pictures of screens. */
async function receipts(): Promise<RunFile[]> {
  const files: RunFile[] = []
  for (let at = 0; at < task.files; at += 1) {
    const kind = at % 10 < 5 ? 'pdf' : at % 10 < 9 ? 'jpg' : 'png'
    const invoice = { number: `2531200000${String(at).padStart(10, '0')}`, date: '2025-03-01', total: 10_600 + at }
    const bytes =
      kind === 'pdf' ? await (at % 10 === 0 ? stampedPdf(invoice) : receiptPdf(invoice)) : await picture(at, kind)
    const name = `${at}.${kind}`
    const path = join(home, name)
    await writeFile(path, bytes)
    files.push({ name, folder: '', path, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
  }
  return files
}

/** Noise like that of a sensor over a page: what a photograph costs to unpack and to pack. */
function picture(seed: number, kind: 'jpg' | 'png'): Promise<Buffer> {
  const [width, height] = kind === 'jpg' ? [2000, 1500] : [1200, 800]
  const noise = { type: 'gaussian', mean: 220, sigma: 14 + (seed % 5) } as const
  const drawn = sharp({ create: { width, height, channels: 3, background: '#fff', noise } })
  return kind === 'jpg'
    ? drawn
        .withMetadata({ orientation: seed % 4 === 0 ? 6 : 1 })
        .jpeg()
        .toBuffer()
    : drawn.png().toBuffer()
}

/** The least that makes one PDF of them: pages copied, pictures put in as they are, nothing read and nothing found. */
async function bare(files: readonly RunFile[]): Promise<Uint8Array> {
  const into = await PDFDocument.create()
  for (const { path, name } of files) {
    const bytes = await readFile(path)
    if (name.endsWith('.pdf')) {
      const source = await PDFDocument.load(bytes)
      for (const page of await into.copyPages(source, source.getPageIndices())) into.addPage(page)
    } else {
      const image = await (name.endsWith('.jpg') ? into.embedJpg(bytes) : into.embedPng(bytes))
      into.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 446 })
    }
  }
  return into.save()
}

const files = await receipts()
const options = MergeOptions.parse({ code: 'batchMergePdf', cover: true, indexNumbers: true, perPage: task.perPage })
const began = performance.now()
const bytes =
  task.who === 'bare'
    ? await bare(files)
    : (await mergeReceipts({ files, options, title: 'bench', language: 'zh-CN', maxPages: 5000, to: '' }, () => {}))
        .bytes
const ms = performance.now() - began
await rm(home, { recursive: true, force: true })
await tell({ ms, peak: peakMb('self'), bytes: bytes?.length ?? 0 } satisfies MergeDone)
