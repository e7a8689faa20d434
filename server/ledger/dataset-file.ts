import type { z } from 'zod'
import type { DatasetFile, Sheet } from '#contract/dataset-file.ts'
import type { Language } from '#contract/texts.ts'
import type { Remark } from '#engine/ledger/cell.ts'
import { columnSignatures } from '#engine/ledger/column-signature.ts'
import type { Db } from '#server/kernel/database.ts'
import type { StoredSheet } from './stored-sheet.ts'
import { sentence, wordOf } from './words.ts'

/** What each file of a dataset turned out to be, in the caller's language; without sheets while it is being read. */
export async function shownFiles(
  db: Db,
  datasetId: string,
  language: Language,
): Promise<z.input<typeof DatasetFile>[]> {
  const rows = await db
    .selectFrom('dataset_file')
    .select(['file_no', 'file_id', 'name', 'sha256', 'container', 'encoding', 'sheets'])
    .where('dataset_id', '=', datasetId)
    .orderBy('file_no')
    .execute()
  return rows.map((row) => ({
    fileNo: row.file_no,
    fileId: row.file_id,
    name: row.name,
    sha256: row.sha256,
    container: row.container,
    encoding: row.encoding,
    sheets: (row.sheets as StoredSheet[]).map((sheet) => shownSheet(sheet, language)),
  }))
}

function shownSheet(sheet: StoredSheet, language: Language): z.input<typeof Sheet> {
  const said = (remark: Remark) => ({ key: remark.code, text: sentence(remark, language) })
  // evidence for a column names its header; the rest speaks of the sheet
  const ofColumn = (header: string) =>
    sheet.evidence.filter(({ code, params }) => code === 'evidenceColumn' && params['header'] === header)
  const signatures = columnSignatures(sheet.columns.map(({ header }) => header))
  return {
    name: sheet.name,
    kind: sheet.kind,
    kindName: wordOf('kind', sheet.kind, language),
    used: sheet.used,
    evidence: [...sheet.evidence.filter(({ code }) => code !== 'evidenceColumn'), ...sheet.remarks].map(said),
    headerRows: sheet.headerRows,
    columns: sheet.columns.map((column, place) => ({
      index: column.index,
      header: column.header,
      signature: signatures[place] ?? '',
      answered: column.answered ?? '',
      role: column.role,
      roleName: wordOf('role', column.role, language),
      evidence: [
        ...ofColumn(column.header),
        {
          code: 'evidenceCells',
          params: { agreement: Math.round(column.agreement * 100), filled: Math.round(column.filled * 100) },
        },
      ].map(said),
      runnerUp: column.runnerUp === '' ? '' : wordOf('role', column.runnerUp, language),
    })),
    signature: sheet.signature ?? '',
    questions: (sheet.questions ?? []).map(({ index, header, signature, samples, candidates }) => ({
      index,
      header,
      signature,
      samples,
      candidates: candidates.map(({ role, score, evidence }) => ({
        role,
        roleName: wordOf('role', role, language),
        score,
        evidence: evidence.map(said),
      })),
    })),
    periodSignature: sheet.periodSignature ?? '',
    asks: (sheet.asks ?? []).map(({ about, signature, samples, candidates }) => ({
      about,
      aboutName: wordOf('ask', about, language),
      signature,
      samples,
      candidates: candidates.map(({ answer, score, evidence }) => ({
        answer,
        answerName: wordOf('answer', answer, language),
        score,
        evidence: evidence.map(said),
      })),
    })),
    said: (sheet.said ?? []).map(({ about, answer, answered }) => ({
      about,
      answer,
      answerName: wordOf('answer', answer, language),
      answered,
    })),
    period: sheet.period,
    unit: wordOf('unit', String(sheet.multiplier), language),
    balanceStyle: sheet.balanceStyle === '' ? '' : wordOf('style', sheet.balanceStyle, language),
    rows: sheet.rows,
    rowNames: Object.fromEntries(Object.keys(sheet.rows).map((reason) => [reason, wordOf('drop', reason, language)])),
  }
}
