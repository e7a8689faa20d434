import type { TextKey } from '#contract/errors.ts'
import type { FileProblem, FileProblemCode } from '#server/ledger/read/file-problem.ts'
import { said, type Said } from './runner.ts'

const keys: Partial<Record<FileProblemCode, TextKey>> = {
  fileNoBytes: 'documentEmpty',
  fileTruncated: 'documentTruncated',
  fileTooLarge: 'documentTooLarge',
  fileBomb: 'documentBomb',
  fileEncoding: 'documentEncoding',
  fileDoctype: 'documentUnsafe',
  fileUnsafePath: 'documentUnsafe',
  fileEncrypted: 'toolEncrypted',
  fileNoTable: 'toolNotTable',
  fileBinary: 'toolNotTable',
  filePicture: 'toolNotTable',
  filePdf: 'toolNotTable',
  fileArchive: 'toolNotTable',
  fileOtherFormat: 'toolNotTable',
}

/** What is wrong with a file of tables, in the words of the toolbox. */
export const problemOf = ({ code, params }: FileProblem, file: string): Said =>
  said(keys[code] ?? 'documentDamaged', { limit: 0, ...params, file })
