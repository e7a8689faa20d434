import { parseCsv } from 'hucre/csv'
import { readXls, readXlsx } from 'hucre/xlsx'
import { cellText } from './table-text.ts'

/** Larger files are refused before they are read. */
export const MAX_BYTES = 10 * 1024 * 1024

/** UTF-16 where it says so (“Unicode text” of spreadsheets), else UTF-8, else GB18030, which Chinese programs write. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('gb18030').decode(bytes)
  }
}

/** The sheets of an xlsx, xls or csv file as texts; rejects for what is none of them. */
export async function readTables(file: Blob): Promise<string[][][]> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const zip = bytes[0] === 0x50 && bytes[1] === 0x4b
  const old = bytes[0] === 0xd0 && bytes[1] === 0xcf
  if (!zip && !old) return [parseCsv(decoded(bytes).replace(/^﻿/, '')).map((row) => row.map(cellText))]
  const { sheets } = zip ? await readXlsx(bytes) : await readXls(bytes)
  return sheets.map(({ rows }) => rows.map((row) => row.map(cellText)))
}
