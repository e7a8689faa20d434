import type { TextKey } from '#contract/errors.ts'
import { Refusal } from '#server/kernel/errors.ts'
import type { FileProblem, FileProblemCode } from '#server/ledger/read/file-problem.ts'

const words: Record<FileProblemCode, TextKey> = {
  fileNoBytes: 'documentEmpty',
  fileNoTable: 'documentNothing',
  fileEncrypted: 'documentEncrypted',
  fileTruncated: 'documentTruncated',
  fileDamaged: 'documentDamaged',
  filePicture: 'documentOther',
  filePdf: 'documentOther',
  fileArchive: 'documentArchive',
  fileOtherFormat: 'documentOther',
  fileBinary: 'documentOther',
  fileTooLarge: 'documentTooLarge',
  fileBomb: 'documentBomb',
  fileTooManyColumns: 'documentDamaged',
  fileCellTooLong: 'documentDamaged',
  fileUnclosedQuote: 'documentDamaged',
  fileEncoding: 'documentEncoding',
  fileDoctype: 'documentUnsafe',
  fileUnsafePath: 'documentUnsafe',
  fileNotCalculated: 'documentDamaged',
  fileSecondTable: 'documentDamaged',
  fileColumnsCrossed: 'documentDamaged',
}

/** A trouble with a file in the words of documents; `bytes` is the limit its reader keeps. */
export const refusalOf = ({ code, params }: FileProblem, file: string, { bytes }: { bytes: number }): Refusal =>
  new Refusal(words[code], { limit: Math.round(bytes / 1024 ** 2), kind: '?', ...params, file })
