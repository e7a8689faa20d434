import { writeFile } from 'node:fs/promises'
import { SHEET_PURPOSE } from '#contract/sheet-file.ts'
import { audit } from '#server/kernel/audit.ts'
import { notFound } from '#server/kernel/errors.ts'
import type { FileCaller, Files } from '#server/kernel/files.ts'
import type { Context } from '#server/kernel/service.ts'
import { withScratch } from '../list/result-file.ts'
import { inOwn } from './sheet-document.ts'

const own = async ({ user }: FileCaller, ownerId: string) => {
  if (ownerId !== user.id) throw notFound()
}

/** Spreadsheets that belong to a person: he uploads, makes, reads and edits them, and nobody else. */
export function registerOwnSheets(files: Files): void {
  files.register(SHEET_PURPOSE, {
    mayAdd: 'signedIn',
    mayRead: 'signedIn',
    checkAdd: own,
    checkRead: own,
    edit: { may: 'signedIn', check: own },
  })
}

/** Stores a workbook among the caller's own; answers its id. */
export async function addSheetFile(context: Context, name: string, bytes: Uint8Array): Promise<string> {
  const { kernel, user } = context
  const file = await withScratch(kernel, async (path) => {
    await writeFile(path, bytes, { mode: 0o600 })
    return kernel.files.add(user, { purpose: SHEET_PURPOSE, ownerId: user.id, name, path })
  })
  await inOwn(context, (db) =>
    audit({ ...context, db }, { action: 'create', bizType: 'sheet', bizId: file.id, after: { name: file.name } }),
  )
  return file.id
}

/** The name an edited spreadsheet is saved under: it is an xlsx now, whatever it was. */
export const sheetName = (name: string): string =>
  `${name.replace(/\.(?:xlsx|xlsm|xls|xlsb|ods|csv|txt|et|html?|xml)$/i, '')}.xlsx`
